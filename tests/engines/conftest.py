"""Tests of engines run in an environment of their own (`make test-engines`); elsewhere they are not collected."""

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("ray") and find_spec("moto") else ["test_*.py"]
