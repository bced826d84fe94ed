"""Settings of `make run`: no environment variable is needed."""

from .base import *  # noqa: F403
from .base import LANGUAGES, MIDDLEWARE

DEBUG = True
SECRET_KEY = "development-only"  # noqa: S105  production refuses to start without its own
MAIL_LINK_SECRET = "development-only links"  # noqa: S105  as above
ADDRESS_SECRET = "development-only addresses"  # noqa: S105  as above
ALLOWED_HOSTS = ["127.0.0.1", "localhost", ".localhost", "[::1]"]
# Arabic is listed so that the reversed direction can be looked at before the translation exists.
LANGUAGES = [*LANGUAGES, ("ar", "العربية")]
EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
HAS_MAILBOX = True
MIDDLEWARE = [*MIDDLEWARE, "basra_site.middleware.OwnNotFoundMiddleware"]
