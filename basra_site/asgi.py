"""The ASGI application."""

import os
import warnings

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "basra_site.settings.production")

# Static files are handed out by WhiteNoise, which reads them as WSGI would. They are small.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous")

application = get_asgi_application()
