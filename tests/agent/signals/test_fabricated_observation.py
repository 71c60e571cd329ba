from pathlib import Path

from agent.signals.detection import detect
from agent.signals.detectors.fabricated_observation import FabricatedObservation
from agent.trace.event import Kind
from agent.trace.formats.base.format import Reading
from agent.trace.trace import Trace
from tests.agent.signals.stage import Step, result, say, task, watch

ACTION = "Thought: I look at the file.\n\nAction:\n```python\nprint(open('a.py').read())\n```\n"
INVENTED = ACTION + "\nObservation: The file a.py holds the class Parser.\n\nThought: so it is there."


def test_an_observation_in_the_message_that_acts_is_a_fact(tmp_path: Path) -> None:
    (signal,) = watch(FabricatedObservation, tmp_path, task("Find it."), say("navigator", INVENTED))
    assert signal.acts[0].quote.startswith("Observation: The file")
    assert signal.references[0].quote == "Action:"


def test_output_on_the_next_line_is_quoted_itself(tmp_path: Path) -> None:
    text = ACTION + "\nObservation:\nThe file a.py is empty.\n"
    (signal,) = watch(FabricatedObservation, tmp_path, task("Find it."), say("navigator", text))
    assert signal.acts[0].quote == "The file a.py is empty."


def test_the_word_alone_is_where_the_model_was_stopped(tmp_path: Path) -> None:
    for end in ("Observation", "Observation:", "Observation:\n"):
        assert not watch(FabricatedObservation, tmp_path, task("Find it."), say("navigator", ACTION + end))


def test_a_template_of_the_format_is_no_output(tmp_path: Path) -> None:
    template = "Action: the action to take\nObservation: the result of the action\nThought: I now know"
    assert not watch(FabricatedObservation, tmp_path, task("Find it."), say("editor", template))


def test_a_result_of_the_tool_is_no_invention(tmp_path: Path) -> None:
    steps = (say("navigator", ACTION), result("Observation: The file a.py holds the class Parser."))
    assert not watch(FabricatedObservation, tmp_path, task("Find it."), *steps)


def test_prompts_may_show_examples(tmp_path: Path) -> None:
    prompt = Step(Kind.SYSTEM, "system", INVENTED)
    assert not watch(FabricatedObservation, tmp_path, prompt, task("Find it."))


def test_a_prompt_with_an_example_may_be_echoed(tmp_path: Path) -> None:
    echo = say("editor", "Use the following format:\n" + INVENTED)
    assert not watch(FabricatedObservation, tmp_path, task("Find it."), echo)


def test_another_record_is_another_message(tmp_path: Path) -> None:
    steps = [say("navigator", ACTION), say("navigator", "Observation: The file holds the class.")]
    assert not watch(FabricatedObservation, tmp_path, task("Find it."), *steps)


def test_a_message_that_the_log_prints_again_counts_once(tmp_path: Path) -> None:
    echo = Step(Kind.SAY, "navigator", INVENTED, repeats=2)
    (signal,) = watch(FabricatedObservation, tmp_path, task("Find it."), say("navigator", INVENTED), echo)
    assert len(signal.occurrences) == 1


def test_a_log_that_keeps_an_exchange_in_one_record_shows_no_author(tmp_path: Path) -> None:
    text = "Thought: look it up\nAction: search\nObservation: the bridge was built in 1932"
    assert watch(FabricatedObservation, tmp_path, say("agent", text))
    assert not watch(FabricatedObservation, tmp_path, say("agent", text), reading=Reading(records_are_messages=False))
    path = tmp_path / "some.log"
    path.write_text("".join(f"2026-01-01 10:00:0{n} INFO agent: {text}\n" for n in range(4)))
    trace = Trace.open(path).read()
    assert not detect(trace, among=(FabricatedObservation,)).signals
