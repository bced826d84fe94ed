"""Production's settings and middleware, with the yardstick's table and address added."""

import os
import tempfile

from basra_site.settings.production import *  # noqa: F403
from basra_site.settings.production import INSTALLED_APPS, env

INSTALLED_APPS = [*INSTALLED_APPS, "tests.bench.bare"]
ROOT_URLCONF = "tests.bench.bare.urls"
ALLOWED_HOSTS = ["testserver"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
STAFF_NEED_SECOND_FACTOR = False  # it is asked for by the session, and costs no query
STATIC_ROOT = os.path.join(tempfile.gettempdir(), env.str("BENCH_STATIC", default="basra-bench"))
LOGGING_CONFIG = None
