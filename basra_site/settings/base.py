"""Settings common to every environment; what differs is in the module named after it."""

from datetime import timedelta
from pathlib import Path

from .environment import (
    env,
    get_choice,
    get_contact_address,
    get_database,
    get_number,
    get_redis_url,
    get_sender,
    get_site_address,
)
from .sign_in import *  # noqa: F403
from .sign_in import SOCIALACCOUNT_PROVIDERS
from .social import list_gates

BASE_DIR = Path(__file__).resolve().parent.parent.parent

# Everything that the site writes by itself: database, mail of development, Valkey's file.
VAR_DIR = Path(env.str("BASRA_VAR", default=str(BASE_DIR / "var"))).absolute()
SITE_ADDRESS = get_site_address()

INSTALLED_APPS = [
    "basra_site",
    "accounts",
    "games",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.facebook",
    "allauth.socialaccount.providers.google",
    "allauth.socialaccount.providers.openid_connect",
    "template_partials",
    "accounts.desk_app.DeskConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "csp",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "basra_site.middleware.ReadableMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.PersonMiddleware",
    "games.middleware.PresenceMiddleware",
    "accounts.destination.DestinationMiddleware",
    "accounts.half_way.HalfWayMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "basra_site.urls"
ASGI_APPLICATION = "basra_site.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "basra_site.context_processors.site_address",
            ],
        },
    },
]

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# SQLite takes the write lock at the start of every transaction: that lock stands in for
# SELECT ... FOR UPDATE, and no read-then-write can fail half way with "database is locked".
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"
        "PRAGMA temp_store=MEMORY; PRAGMA mmap_size=134217728; PRAGMA cache_size=-20000;"
    ),
}
DATABASES = {"default": get_database(f"sqlite:///{VAR_DIR / 'basra.sqlite3'}")}
# Django's own persistent connections do nothing under ASGI; psycopg's pool does.
POSTGRESQL_OPTIONS = {
    # A server that takes the call and says nothing is as one that is away.
    "connect_timeout": 5,
    "pool": {
        "min_size": 1,
        "max_size": get_number("DATABASE_POOL", default=16, least=1, most=500),
        "timeout": 10,
    },
}
IS_SQLITE = DATABASES["default"]["ENGINE"].endswith("sqlite3")
# What DATABASE_URL itself says (?host=/folder/of/a/socket) stays.
DATABASES["default"]["OPTIONS"] = {
    **DATABASES["default"].get("OPTIONS", {}),
    **(SQLITE_OPTIONS if IS_SQLITE else POSTGRESQL_OPTIONS),
}

# Rate limits live here: shared between processes, and there when Redis is not.
CACHES = {
    "default": {
        "BACKEND": "basra_site.cache.ForgetfulDatabaseCache",
        "KEY_FUNCTION": "basra_site.cache.make_key",
        "LOCATION": "cache",
        # Beyond this number entries are dropped at random, and limits with them.
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    }
}

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "basra_site" / "static"]

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
        "form-action": ["'self'", *list_gates(SOCIALACCOUNT_PROVIDERS)],
        "object-src": ["'none'"],
        "img-src": ["'self'", "data:"],
    }
}
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

EMAIL_TIMEOUT = 10
# Whose reports of mails that came back are listened to (settings/mail.py); nobody's.
EMAIL_PROVIDER = ""
DEFAULT_FROM_EMAIL = get_sender("Basra <basra@localhost>")
# Where people write to whoever runs the site.
CONTACT_ADDRESS = get_contact_address(DEFAULT_FROM_EMAIL)
# Development's mail is kept in files and shown under /mailbox/; nowhere else is there such a page.
HAS_MAILBOX = False
EMAIL_FILE_PATH = VAR_DIR / "mail"

# Whether `manage.py clock` may move the time by which games live (docs/decisions/clocks.md).
BASRA_MOVABLE_CLOCK = get_choice("BASRA_MOVABLE_CLOCK", "no", "yes") == "yes"

# How often `manage.py sweep` is run where there is no Celery: a silence is none before that.
SWEEP_EVERY = timedelta(minutes=get_number("SWEEP_MINUTES", default=0, least=0, most=30))

# No request body ever reaches a log, and no mail to admins is made of one.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(levelname)s %(name)s: %(message)s"}},
    "filters": {
        "brief": {"()": "basra_site.logs.BriefFilter"},
        "visits": {"()": "basra_site.logs.VisitFilter"},
        "tokens": {"()": "basra_site.logs.TokenFilter"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "line",
            "filters": ["tokens"],
        },
        "visits": {
            "class": "logging.StreamHandler",
            "formatter": "line",
            "filters": ["visits", "tokens"],
        },
    },
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {
        "django": {"handlers": ["console"], "level": "INFO", "propagate": False},
        # Strangers knock under other names all day; they are answered, and that is all.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        # Nor need they be a provider to write to where providers tell what came back.
        "django.security.AnymailWebhookValidationFailure": {"filters": ["brief"]},
        "django.security.GarbledReport": {"filters": ["brief"]},
        "uvicorn.error": {"level": "WARNING"},
        "uvicorn.access": {"handlers": ["visits"], "propagate": False},
        # Only where gunicorn is told to write one; its own handler would quote whole addresses.
        "gunicorn.access": {"handlers": ["visits"], "propagate": False},
        "kombu": {"level": "WARNING"},
        # Its complaints quote addresses, and in that of Facebook's token is the site's secret.
        "urllib3": {"level": "CRITICAL"},
    },
}

# --- Celery: a message is a nudge, the promise is a row (docs/decisions/promises.md) ---------
# A command in a second terminal finds the Valkey of a site that runs from the same folder.
VALKEY_SOCKET = VAR_DIR / "valkey.sock"
REDIS_URL = get_redis_url(
    f"unix://{VALKEY_SOCKET}" if VALKEY_SOCKET.is_socket() else "redis://127.0.0.1:6379/0"
)
CELERY_BROKER_URL = REDIS_URL.replace("unix://", "redis+socket://", 1)
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_DEFAULT_QUEUE = "mail"
CELERY_TASK_ROUTES = {
    "games.tasks.play_computer_turn": {"queue": "computer"},
    "games.tasks.sweep_computer_turns": {"queue": "mail"},
    "games.tasks.send_notice": {"queue": "mail"},
    "games.tasks.sweep_notices": {"queue": "mail"},
    "games.tasks.sweep_clocks": {"queue": "mail"},
    "games.tasks.keep_house": {"queue": "mail"},
    "games.tasks.reconcile": {"queue": "mail"},
}
CELERY_TASK_TIME_LIMIT = 30
CELERY_TASK_SOFT_TIME_LIMIT = 20
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_TIMEOUT = 0.3
# For those who publish: a person waits. Workers wait longer, see basra_site/celery.py.
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "socket_connect_timeout": 0.3,
    "socket_timeout": 0.3,
    "max_retries": 0,
}
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE = {
    "sweep-computer-turns": {
        "task": "games.tasks.sweep_computer_turns",
        "schedule": 30.0,
        "options": {"expires": 25},
    },
    "sweep-notices": {
        "task": "games.tasks.sweep_notices",
        "schedule": 20.0,
        "options": {"expires": 18},
    },
    "sweep-clocks": {
        "task": "games.tasks.sweep_clocks",
        "schedule": 20.0,
        "options": {"expires": 18},
    },
    "keep-house": {
        "task": "games.tasks.keep_house",
        "schedule": 3600.0,
        "options": {"expires": 3000},
    },
    "reconcile": {
        "task": "games.tasks.reconcile",
        "schedule": 3600.0,
        "options": {"expires": 3000},
    },
}
