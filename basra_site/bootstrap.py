"""The door of every make target: one sentence on an unsuitable Python, else packages.py.

Whatever Python is called `python3` reads this file, so it keeps to what all of them understand.
"""

import os
import sys

if not (3, 11) <= sys.version_info[:2] <= (3, 13):
    sys.exit(
        "Basra needs Python 3.11, 3.12 or 3.13, and this is Python %d.%d. "  # noqa: UP031
        "If you have a suitable one, name it: make ... PYTHON=python3.12" % sys.version_info[:2]
    )

sys.path[0] = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

from basra_site.packages import main  # noqa: E402

sys.exit(main(sys.argv[1:]))
