"""Spreads runs over a Ray cluster: its actors read and diagnose, documents come back and are written here."""

import os
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from agent.diagnosis.document import from_dict
from agent.errors import MastError, NoModel, OurFault, Unfinished, UnreadableTrace, WrongUse
from agent.many_diagnoses.document_files import DocumentFile
from agent.many_diagnoses.elsewhere import lies_elsewhere
from agent.many_diagnoses.orders import DiagnosedRun, Made, Orders, Task
from agent.model.model import Spent

MOST_TRIES = 2
TICK = 0.25
ANYWHERE = ("ray", "ray://")
USED_UP = "The budget was used up before it was begun."
DIED = "The process that read it ended, and so did another one."
KINDS = {kind.__name__: kind for kind in (MastError, NoModel, OurFault, Unfinished, UnreadableTrace, WrongUse)}


@dataclass
class Told:
    """What all actors spent together, as the keeper of the budget counts it."""

    keeper: Any = None

    @property
    def spent(self) -> Spent:
        """What was spent by all."""
        import ray

        return ray.get(self.keeper.spent.remote()) if self.keeper is not None else Spent()

    @property
    def is_used_up(self) -> bool:
        """Whether a call was refused because the budget did not bear it."""
        import ray

        return bool(ray.get(self.keeper.is_used_up.remote())) if self.keeper is not None else False


class RayCrew:
    """Actors that work by the same orders; `on` is `ray`, or the address of a cluster."""

    def __init__(self, orders: Orders, on: str, actors: int | None) -> None:
        try:
            import ray
        except ImportError:
            raise WrongUse(
                "Spreading runs over Ray takes a library that is not installed.",
                "ray is missing.",
                "Install it with `pip install 'mast-tui[ray]'`.",
            ) from None
        self._ray, self._orders = ray, orders
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
        if not ray.is_initialized():
            address = None if on in ANYWHERE else on
            try:
                ray.init(address=address, log_to_driver=False, include_dashboard=False if address is None else None)
            except Exception as fault:  # noqa: BLE001 - Ray raises whatever its connection does
                raise WrongUse(
                    "The Ray cluster cannot be reached.", f"{on}: {type(fault).__name__}.", "Check its address."
                ) from None
        most = int(ray.cluster_resources().get("CPU", 1))
        self._many = max(1, min(actors or most, most))
        self.shared = Told()

    def rows(self, tasks: Iterable[Task]) -> Generator[DiagnosedRun | None]:
        """What became of each run, as each file comes back; None now and then."""
        from agent.many_diagnoses.ray_actors import hired, keeper

        orders = self._orders
        self.shared.keeper = keeper(orders) if orders.asks_a_model else None
        waiting = deque(tasks)
        sent_out = replace(orders, folder=None, keep=None, state_folder=None)
        free = [hired(sent_out, self.shared.keeper) for _ in range(min(self._many, max(1, len(waiting))))]
        under_way: dict[Any, tuple[Task, Any]] = {}
        try:
            while waiting or under_way:
                if waiting and self.shared.is_used_up:
                    yield from (
                        DiagnosedRun(task.path, "not_begun", number, trouble="The budget is used up.")
                        for task in waiting
                        for number in task.runs or (1,)
                    )
                    waiting.clear()
                while waiting and free:
                    task, actor = waiting.popleft(), free.pop()
                    under_way[actor.diagnose.remote(_packed(task))] = task, actor
                ready, _ = self._ray.wait(list(under_way), timeout=TICK) if under_way else ([], [])
                for reference in ready:
                    task, actor = under_way.pop(reference)
                    made = self._brought(reference)
                    free.append(actor if made is not None else hired(sent_out, self.shared.keeper))
                    if made is not None:
                        yield from self._written(task, made)
                    elif task.tries + 1 < MOST_TRIES:
                        waiting.append(replace(task, tries=task.tries + 1))
                    else:
                        yield DiagnosedRun(task.path, "unreadable", trouble=DIED)
                yield None
        finally:
            for actor in [*free, *(actor for _, actor in under_way.values())]:
                self._ray.kill(actor)

    def _brought(self, reference: Any) -> Made | None:
        """What an actor made; None where it died, a fault where nothing can succeed any more."""
        try:
            made: Made | tuple[str, str, str, str] = self._ray.get(reference)
        except self._ray.exceptions.RayActorError:
            return None
        if isinstance(made, tuple):
            raise KINDS.get(made[0], OurFault)(*made[1:])
        return made

    def _written(self, task: Task, made: Made) -> Iterator[DiagnosedRun]:
        """The documents of a task in the folder of this machine."""
        for row, document in made:
            if document is None or self._orders.folder is None:
                yield row
                continue
            diagnosis = from_dict(document, task.path)
            mark, run = diagnosis.made_by, diagnosis.made_by.settings.get("run")
            question = {
                "path": diagnosis.trace.path,
                "format": diagnosis.trace.format,
                "version": mark.version,
                "analyst": mark.analyst,
                "model": mark.model,
                "host": mark.host,
                "prompts": mark.prompts,
                "settings": mark.settings,
                "taxonomy": diagnosis.taxonomy.fingerprint,
            }
            named = _fingerprint(diagnosis.trace.sha256, run)
            file = DocumentFile(self._orders.folder, task.path, named, question, shares_name=task.shares_name)
            if file.is_done:
                yield replace(row, state="there", document=file.target.name, calls=0, cost_usd=None)
            else:
                yield replace(row, document=file.write(diagnosis))


def _packed(task: Task) -> Task:
    """A task that any machine can read: the bytes of a file of this one go with it."""
    if lies_elsewhere(task.path) or os.path.isdir(task.path):  # noqa: PTH112 - a path as text
        return task
    try:
        with open(task.path, "rb") as file:  # noqa: PTH123 - as above
            return replace(task, data=file.read())
    except OSError:
        return task


def _fingerprint(sha256: str, run: str | None) -> str:
    from agent.trace.trace import fingerprint

    return fingerprint(sha256, run)
