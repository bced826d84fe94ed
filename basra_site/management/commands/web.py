"""The web part of `make run`."""

import os
import socket
from typing import Any

import uvicorn
from django.contrib.auth import get_user_model
from django.core.management import BaseCommand, CommandError, CommandParser, call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

CACHE_TABLE = "cache"


class Command(BaseCommand):
    help = "Brings the database up to date and serves the site on an inherited socket."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--socket", type=int, required=True, help="descriptor that listens")
        parser.add_argument("--ready", type=int, required=True, help="descriptor to report to")

    def handle(self, *_args: Any, **options: Any) -> None:
        listener = inherit(options["socket"], report_to=options["ready"])
        prepare_database()
        word = b"staff" if has_staff() else b"nobody"
        server = ReportingServer(web_config(), report_to=options["ready"], word=word)
        server.run(sockets=[listener])


def inherit(descriptor: int, *, report_to: int) -> socket.socket:
    """The listening socket that `make run` hands over; by hand there is none."""
    try:
        os.fstat(report_to)
        listener = socket.socket(fileno=descriptor)
        listens = listener.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN)
    except (OSError, ValueError, OverflowError):
        listens = 0
    if not listens:
        raise CommandError("This is a part of `make run`, which starts it: use that.")
    return listener


def prepare_database() -> None:
    """Migrates and makes the cache's table, each only when needed: looking is much the faster."""
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        call_command("migrate", interactive=False)
    if CACHE_TABLE not in connection.introspection.table_names():
        call_command("createcachetable")
    connection.close()


def has_staff() -> bool:
    return get_user_model().objects.filter(is_staff=True).exists()


def web_config() -> uvicorn.Config:
    return uvicorn.Config(
        "basra_site.asgi:application",
        log_config=None,
        lifespan="off",
        ws="none",
        proxy_headers=False,
        timeout_graceful_shutdown=3,
    )


class ReportingServer(uvicorn.Server):
    """Reports its word once it answers, so that the rest starts only then."""

    def __init__(self, config: uvicorn.Config, *, report_to: int, word: bytes) -> None:
        super().__init__(config)
        self.report_to = report_to
        self.word = word

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        os.write(self.report_to, self.word)
        os.close(self.report_to)
