from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "basra_site"

    def ready(self) -> None:
        from basra_site import checks  # noqa: F401  registers them
