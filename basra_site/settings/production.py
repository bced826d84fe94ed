"""Settings of a server. It refuses to start without what only its owner can know."""

from django.core.exceptions import ImproperlyConfigured

from .base import *  # noqa: F403
from .base import BASRA_MOVABLE_CLOCK, DEFAULT_FROM_EMAIL, SITE_ADDRESS
from .environment import get_choice, get_key, get_number, get_required
from .mail import get_mail

DEBUG = False
SECRET_KEY = get_key("SECRET_KEY", meaning="a long random text that stays secret")
MAIL_LINK_SECRET = get_key(
    "MAIL_LINK_SECRET", meaning="another long random text: with it cards are played from mails"
)
ADDRESS_SECRET = get_key(
    "ADDRESS_SECRET", meaning="one more: by it addresses are known that must not be written to"
)
if MAIL_LINK_SECRET == SECRET_KEY:
    raise ImproperlyConfigured("MAIL_LINK_SECRET must not be SECRET_KEY once more.")
if ADDRESS_SECRET in {SECRET_KEY, MAIL_LINK_SECRET}:
    raise ImproperlyConfigured("ADDRESS_SECRET must not be another key once more.")
get_required("SITE_ADDRESS", meaning="the site's own address, such as https://basra.example")
get_required("DATABASE_URL", meaning="postgres://user:password@host:5432/name")
get_required("REDIS_URL", meaning="the broker's address, such as redis://127.0.0.1:6379/0")
ALLOWED_HOSTS = [
    host.strip()
    for host in get_required(
        "ALLOWED_HOSTS", meaning="the host names that the site answers to, separated by commas"
    ).split(",")
]
CSRF_TRUSTED_ORIGINS = [SITE_ADDRESS]

# --- Mail ------------------------------------------------------------------------------------
vars().update(get_mail())
get_required("DEFAULT_FROM_EMAIL", meaning="the address that mails come from")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

# --- Encryption and the proxy in front -------------------------------------------------------
SECURE_SSL_REDIRECT = True
SECURE_HSTS_SECONDS = get_number("HSTS_SECONDS", default=31_536_000, least=1, most=63_072_000)
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
SECURE_HSTS_PRELOAD = True
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
# The number of proxies whose word on a visitor's address is taken. Behind one, the proxy must set
# X-Forwarded-Proto itself and drop what visitors send.
ALLAUTH_TRUSTED_PROXY_COUNT = get_number("TRUSTED_PROXY_COUNT", default=0, least=0, most=10)
if ALLAUTH_TRUSTED_PROXY_COUNT:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# --- The staff's desk: no password alone, and no session alone, opens it ----------------------
STAFF_NEED_SECOND_FACTOR = True

# --- Static files ----------------------------------------------------------------------------
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# --- A site for trying things ------------------------------------------------------------------
SITE_STAGE = get_choice("SITE_STAGE", "live", "staging")
if BASRA_MOVABLE_CLOCK and SITE_STAGE != "staging":
    raise ImproperlyConfigured(
        "BASRA_MOVABLE_CLOCK would move the deadlines of games in earnest: "
        "a site for trying things says so by SITE_STAGE=staging."
    )
