"""Settings of the tests: nothing slow, mail in memory, no broker by itself."""

from .base import *  # noqa: F403
from .base import LANGUAGES
from .environment import env

DEBUG = False
SECRET_KEY = "tests-only"  # noqa: S105
MAIL_LINK_SECRET = "tests-only links"  # noqa: S105
ADDRESS_SECRET = "tests-only addresses"  # noqa: S105
ALLOWED_HOSTS = ["*"]
LANGUAGES = [*LANGUAGES, ("ar", "العربية")]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
# Static files come from where they are written: nothing is collected for a test.
WHITENOISE_AUTOREFRESH = True
WHITENOISE_USE_FINDERS = True
JOINING_LASTS = 0
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# Nothing is published to a broker that a test has not asked for.
if not env.str("REDIS_URL", default=""):
    CELERY_BROKER_URL = "memory://"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
