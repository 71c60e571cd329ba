"""First replies that lack something: kept until the second has come, so that no process pays for one twice."""

import json
from typing import TypeVar

from pydantic import BaseModel

from agent.model.cache import Cache
from agent.model.faults import Fault, Status

T = TypeVar("T", bound=BaseModel)


class FirstReply:
    """What a question was answered first, as far as that is not its answer."""

    def __init__(self, cache: Cache | None, key: str) -> None:
        self._cache, self._key = cache, f"{key}-first"

    def find(self, shape: type[T]) -> T | None:
        """The reply that was kept, or None; a fault that was kept is raised."""
        kept = self._cache.find(self._key) if self._cache is not None else None
        try:
            held = json.loads(kept or "{}")
            if "fault" in held:
                raise Fault(Status(held["fault"]), held["says"], reply=held["reply"])
            return shape.model_validate(held["answer"]) if "answer" in held else None
        except (ValueError, KeyError, TypeError):
            return None

    def keep(self, answer: BaseModel) -> None:
        """Keep a reply that lacks something."""
        if self._cache is not None:
            self._cache.keep(self._key, json.dumps({"answer": answer.model_dump(mode="json")}))

    def keep_fault(self, fault: Fault) -> None:
        """Keep a reply that is no answer."""
        if self._cache is not None:
            held = {"fault": fault.status.value, "says": fault.says, "reply": fault.reply}
            self._cache.keep(self._key, json.dumps(held))

    def drop(self) -> None:
        """Forget it: the question has its answer, or is to be put anew."""
        if self._cache is not None:
            self._cache.drop(self._key)
