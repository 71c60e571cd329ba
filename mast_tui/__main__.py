"""`python -m mast_tui`: the same as the executable."""

import sys

from mast_tui.cli import main

sys.exit(main())
