"""Knows labels by their names: a reward, a grade or an expected answer is shown to nobody who is to judge the run."""

from collections.abc import Iterator
from functools import lru_cache

from agent.trace.event import Piece
from agent.trace.formats.base.format import Reading
from agent.trace.formats.json.json_nodes import Node

LABELS = frozenset(
    "annotations answer_key correct correct_answer correctness eval_result evaluation_criteria evaluation_result "
    "evaluation_results expected expected_answer expected_output fail_to_pass feedback gold gold_actions "
    "gold_answer gold_patch golden grade grader_output grades ground_truth human_annotation is_correct "
    "is_corrected label labels mast_annotation pass_to_pass reference reference_answer reward reward_info rewards "
    "score scores solution success_criteria target test_patch test_result test_results verdict".split()
)
_LISTS = 40


@lru_cache(4096)
def is_label(key: str) -> bool:
    """Whether a field of this name tells how well a run went, or what would have been right."""
    key = key.lower()
    return key in LABELS or key.startswith(("expected_", "gold_"))


def hide_labels(node: Node | None, reading: Reading, *, deep: int = 2) -> None:
    """Note the labels among the fields of an object, and so many objects down in it."""
    if node is None or (not deep and not any(map(is_label, node.fields))):
        return
    held = dict.fromkeys(key for key in _keys(node, deep) if is_label(key))
    if held:
        reading.hide(", ".join(held))


def hide_labels_beside(root: Node | None, reading: Reading) -> None:
    """The same for what stands beside the messages of a conversation, where an answer is the expected one."""
    if root is not None and "answer" in root.fields:
        reading.hide("answer")
    hide_labels(root, reading, deep=0)


def unlabelled(node: Node) -> tuple[Piece, ...]:
    """The text of an object without the labels in it; all of it where there is none."""
    if not any(is_label(key) for key in _keys(node, 3)):
        return (node.piece(unfold=True),)
    shown = tuple(piece for key, field in node.fields.items() if not is_label(key) for piece in unlabelled(field))
    return shown or (Piece(node.start, node.start),)


def _keys(node: Node, depth: int) -> Iterator[str]:
    yield from node.fields
    if depth:
        for inner in (*node.fields.values(), *node.items[:_LISTS]):
            yield from _keys(inner, depth - 1)
