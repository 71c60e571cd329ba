"""Loads once what every process takes, before they are parted: importing this module is all there is to do."""

import gc

from agent.graph.diagnose import load
from agent.injection.injections import suspicious
from agent.many_diagnoses import worker as worker
from agent.redaction.redact import Redactor
from agent.tokens import count

load()
count("words")
list(suspicious("words"))
Redactor(b"").learn("words")
gc.collect()
gc.freeze()
