"""A node: one server process, with all its parts."""

from __future__ import annotations

import asyncio
from functools import partial

import structlog

from kontor.server.bus.account_hub import AccountHub
from kontor.server.bus.bus import Bus, LocalBus
from kontor.server.bus.hub import Hub
from kontor.server.bus.postgres_bus import PostgresBus
from kontor.server.bus.process_bus import ProcessBus
from kontor.server.bus.process_link import ProcessLink
from kontor.server.collector_pauses import CollectorPauses
from kontor.server.ids import new_id
from kontor.server.limits import Limits
from kontor.server.metrics import Metrics
from kontor.server.notify.delivery_worker import DeliveryWorker
from kontor.server.notify.email_sender import EmailSender
from kontor.server.notify.event_texts import EventTexts
from kontor.server.notify.outgoing import OutgoingClient
from kontor.server.notify.push_sender import PushSender
from kontor.server.notify.push_service import PushService
from kontor.server.notify.recovery import RecoveryService
from kontor.server.notify.scheduler import NotificationScheduler
from kontor.server.notify.subscriptions import MailboxService, WebhookService
from kontor.server.notify.webhook_sender import WebhookSender
from kontor.server.service.absence_votes import AbsenceService
from kontor.server.service.account_export import ExportService
from kontor.server.service.accounts import AccountService
from kontor.server.service.administration import Administration
from kontor.server.service.analyses import AnalysisService
from kontor.server.service.auto_moves import AutoMoveService
from kontor.server.service.blocks import BlockService
from kontor.server.service.chat import ChatService
from kontor.server.service.clock_warnings import ClockWarnings
from kontor.server.service.daily_puzzle import DailyPuzzleService
from kontor.server.service.deletion import DeletionService
from kontor.server.service.friends import FriendService
from kontor.server.service.groups import GroupService
from kontor.server.service.hints import HintService
from kontor.server.service.home import HomeService
from kontor.server.service.invitations import InvitationService
from kontor.server.service.leaderboards import Leaderboards
from kontor.server.service.listed_tables import TableListing
from kontor.server.service.load_monitor import LoadMonitor
from kontor.server.service.matches import Matches
from kontor.server.service.online import OnlineAccounts
from kontor.server.service.order_answers import OrderAnswers
from kontor.server.service.orders import OrderService
from kontor.server.service.plans import PlanService
from kontor.server.service.play import PlayService
from kontor.server.service.previews import PreviewService
from kontor.server.service.profiles import ProfileService
from kontor.server.service.puzzles import PuzzleService
from kontor.server.service.quick_matches import QuickMatchService
from kontor.server.service.ratings import RatingService
from kontor.server.service.rematches import RematchService
from kontor.server.service.reports import ReportService
from kontor.server.service.result_backfill import ResultBackfill
from kontor.server.service.seat_offers import SeatOfferService
from kontor.server.service.seats import SeatService
from kontor.server.service.stored_summaries import StoredSummaries
from kontor.server.service.tables import TableService
from kontor.server.service.thumbnails import Thumbnails
from kontor.server.service.time_slicer import TimeSlicer
from kontor.server.service.tournament_rounds import TournamentRounds
from kontor.server.service.tournaments import TournamentService
from kontor.server.service.uptime import UptimeRecorder
from kontor.server.service.vacations import VacationService
from kontor.server.settings import Settings
from kontor.server.store.accounts import Accounts
from kontor.server.store.audit import AuditWatch
from kontor.server.store.daily_answers import DailyAnswers
from kontor.server.store.database import Database
from kontor.server.store.deletions import Deletions
from kontor.server.store.generation import DatabaseGeneration
from kontor.server.store.guest_moves import GuestMoves
from kontor.server.store.health import DatabaseHealth
from kontor.server.store.leases import Leases, LocalLeases, SharedLeases
from kontor.server.store.log import GameLog
from kontor.server.store.mailboxes import Mailboxes
from kontor.server.store.messages import Messages
from kontor.server.store.notices import Notices
from kontor.server.store.notification_cursors import NotificationCursors
from kontor.server.store.notification_settings import NotificationSettingsStore
from kontor.server.store.orders import Orders
from kontor.server.store.outages import Outages
from kontor.server.store.outbox import Outbox
from kontor.server.store.push import PushKeys, PushSubscriptions
from kontor.server.store.recoveries import Recoveries
from kontor.server.store.sessions import Sessions
from kontor.server.store.startup import open_database
from kontor.server.store.tables import Tables
from kontor.server.store.undo_votes import UndoVotes
from kontor.server.store.vacations import Vacations
from kontor.server.store.webhooks import Webhooks
from kontor.server.tasks import stop_task
from kontor.server.workers.cluster_workers import ClusterWorkers, new_workers
from kontor.server.workers.pool import Pool
from kontor.server.workers.work_queue import JobKind
from kontor.server.workers.worker_metrics import WorkerMetrics

STOP_SECONDS = 3.5

log = structlog.get_logger(__name__)


class Node:
    """All parts of a server process, created and connected in one place."""

    def __init__(self, settings: Settings, link: ProcessLink | None = None) -> None:
        self.id = new_id()
        self.link = link
        self.settings = settings
        self.metrics = Metrics()
        self.collector_pauses = CollectorPauses()
        self.metrics.registry.register(self.collector_pauses)
        self.limits = Limits(settings)
        self._create_store(settings)
        self._create_services(settings)
        self._create_notify(settings)
        self._observe()
        self._announcing: asyncio.Task[None] | None = None

    def _create_store(self, settings: Settings) -> None:
        """Create the database, the bus and what reads and writes rows."""
        lock = self.link.folder / "writing" if self.link else None
        self.database = Database(settings.url, settings.database_seconds, lock)
        self.generation = DatabaseGeneration(self.database)
        self.health = DatabaseHealth(self.database)
        self.bus: Bus = LocalBus()
        if self.database.embedded and self.link is not None:
            self.bus = ProcessBus(self.link, self.id)
        elif not self.database.embedded:
            self.bus = PostgresBus(settings.url, settings.database_seconds, self.id)
        self.database.bus = self.bus
        self.hub = Hub(self.bus, self.id)
        self.account_hub = AccountHub(self.bus, self.hub.sockets)
        self.log = GameLog(self.database, self.bus, self.id)
        self.tables = Tables(self.database, self.bus)
        self.messages = Messages(self.database, self.bus)
        self.undo_votes = UndoVotes(self.database, self.bus)
        self.stored_orders = Orders(self.database)
        self.outbox = Outbox(self.database)
        self.notices = Notices(self.database)
        self.audit_watch = AuditWatch(self.database, self.bus) if isinstance(self.bus, LocalBus) else None

    def _create_services(self, settings: Settings) -> None:
        """Create the services and the worker processes."""
        limits = self.limits
        self.slicer = TimeSlicer(limits)
        self.worker_metrics = WorkerMetrics(self.metrics.registry)
        self.computers = new_workers(settings)
        seconds, limit = settings.computer_seconds, settings.computer_limit
        self.pool = Pool(self.computers, seconds, limit, self.worker_metrics)
        self.matches = Matches(self.tables, self.log, self.undo_votes, self.bus, self.slicer, settings.matches_bytes)
        self.accounts = AccountService(Accounts(self.database, self.bus), Sessions(self.database, self.bus), settings)
        self.table_creation = TableService(self.tables, self.log, self.slicer, settings)
        self.blocks = BlockService(self.database)
        self.reports = ReportService(self.database)
        self.administration = Administration(self.database, self.bus)
        self.ratings = RatingService(self.database)
        self.profiles = ProfileService(self.database)
        self.seats = SeatService(self.tables, self.matches, self.log, self.table_creation, self.blocks, self.ratings)
        self._create_opponents()
        answers = OrderAnswers(self.stored_orders)
        self.play = PlayService(
            self.matches, self.log, self.undo_votes, answers, self.bus, self.metrics, limits.undos
        )
        self.orders = OrderService(self.stored_orders, self.slicer)
        self.plans = PlanService(self.stored_orders, self.slicer)
        self.previews = PreviewService(self.slicer)
        self.seat_offers = SeatOfferService(self.tables, self.matches)
        self.absence = AbsenceService(self.tables, self.matches, self.log, self.hub)
        self.vacations = VacationService(Vacations(self.database, self.bus))
        self.uptime = UptimeRecorder(Outages(self.database), self.matches)
        self.auto_moves = AutoMoveService(
            self.matches,
            self.play,
            self.seats,
            ClockWarnings(self.database),
            self.pool,
            self.leases(),
            self.bus,
            settings,
        )
        self.chat = ChatService(self.messages, settings.messages_per_table)
        self.hints = HintService(self.pool, limits.hints)
        self.analyses = AnalysisService(self.pool, limits.hints, settings)
        self.puzzles = DailyPuzzleService(DailyAnswers(self.database), PuzzleService(self.pool, limits.hints))
        self.deletion = DeletionService(Deletions(self.database, self.bus), self.accounts, self.matches, self.seats)
        self.guest_moves = GuestMoves(self.database, self.bus)
        self.exports = ExportService(self.database, self.tables, self.matches)
        self.result_backfill = ResultBackfill(self.tables, self.log, self.slicer)
        self.thumbnails = Thumbnails(self.slicer)
        self.summaries = StoredSummaries(self.database, self.matches)
        listing = TableListing(self.matches)
        self.home = HomeService(self.database, listing, self.summaries)

    def _create_opponents(self) -> None:
        """Create what brings people together: invitations, friends, groups, rematches and tournaments."""
        self.online = OnlineAccounts(self.database, self.hub, self.id)
        self.invitations = InvitationService(self.tables, self.matches, self.seats)
        self.friends = FriendService(self.database, self.online)
        self.groups = GroupService(self.tables)
        self.leaderboards = Leaderboards(self.database, self.slicer)
        self.rematches = RematchService(self.tables, self.log, self.table_creation, self.invitations)
        self.quick_matches = QuickMatchService(self.tables, self.log, self.matches, self.seats)
        seconds = self.settings.sweep_seconds
        self.rounds = TournamentRounds(self.tables, self.log, self.matches, self.seats, self.slicer, seconds)
        self.tournaments = TournamentService(self.database, self.rounds)

    def _create_notify(self, settings: Settings) -> None:
        """Create what notifies players who are away."""
        webhooks, mailboxes = Webhooks(self.database), Mailboxes(self.database)
        self.outgoing = OutgoingClient(settings)
        browsers = PushSubscriptions(self.database, settings.push_subscriptions_per_account)
        self.push = PushService(browsers, PushKeys(self.database), settings)
        self.notification_settings = NotificationSettingsStore(self.database)
        texts = EventTexts(self.matches, self.notices, self.notification_settings, settings)
        email = EmailSender(mailboxes, texts, self.hub, settings) if settings.sends_mail else None
        push = PushSender(self.push, texts, self.outgoing, self.hub, settings)
        webhook_sender = WebhookSender(webhooks, self.outgoing)
        self.delivery_worker = DeliveryWorker(self.outbox, webhook_sender, push, email, self.metrics, settings)
        cursors = NotificationCursors(self.database, settings.webhook_waiting)
        self.scheduler = NotificationScheduler(self.matches, cursors, self.bus, settings, self.delivery_worker.wake)
        self.webhooks = WebhookService(webhooks, self.outbox, settings, self.delivery_worker.wake)
        self.mailboxes = MailboxService(mailboxes, settings)
        self.recovery = RecoveryService(Recoveries(self.database), self.accounts, settings)

    def _observe(self) -> None:
        """Set the metrics that are read from the parts of the node."""

        def sockets() -> int:
            return len(self.hub) + len(self.account_hub)

        self.load = LoadMonitor(self.id, self.database, self.metrics, sockets, lambda: self.pool.pending)
        self.metrics.sockets.set_function(sockets)
        self.metrics.matches.set_function(lambda: len(self.matches))
        self.metrics.jobs.set_function(lambda: self.pool.pending)
        if isinstance(self.computers, ClusterWorkers):
            self.worker_metrics.cluster.set_function(partial(getattr, self.computers, "remote_count"))
        for kind in JobKind:
            self.metrics.jobs_waiting.labels(kind).set_function(partial(self.pool.queue.waiting, kind))

    def leases(self) -> Leases:
        """Return the leases of computer seats: shared ones where other processes use the database too."""
        if not self.database.shared:
            return LocalLeases()
        return SharedLeases(self.database, self.id, self.settings.lease_seconds)

    async def start(self) -> None:
        """Open the database, and continue where the last server stopped."""
        await open_database(self.database)
        await self.generation.start()
        await self.push.start()
        await self.uptime.start()
        await self.bus.start()
        if self.link is not None:
            self.link.start()
        if self.audit_watch is not None:
            await self.audit_watch.start()
        self.load.start()
        self.collector_pauses.start()
        self.pool.start()
        self.auto_moves.start()
        self.result_backfill.start()
        self.summaries.start()
        self.deletion.start()
        self.delivery_worker.start()
        self.scheduler.start()
        self.online.start()
        self.quick_matches.periodic.start()
        self.rounds.periodic.start()
        self._announcing = asyncio.create_task(self.hub.keep_announcing())

    def close_connections(self) -> None:
        """End all live connections, because the server stops."""
        self.hub.close()
        self.account_hub.close()

    async def stop(self) -> None:
        """Finish pending writes and stop, without waiting long for a database that hangs."""
        stopping = asyncio.create_task(self._stop())
        await asyncio.wait([stopping], timeout=STOP_SECONDS)
        self.pool.close()
        if stopping.done():
            stopping.result()
        else:
            log.warning("shutdown.timed_out")
            stopping.cancel()

    async def _stop(self) -> None:
        await stop_task(self._announcing)
        await self.hub.stop()
        await self.deletion.stop()
        await self.recovery.stop()
        await self.uptime.stop()
        await self.online.stop()
        await self.quick_matches.periodic.stop()
        await self.rounds.periodic.stop()
        await self.auto_moves.stop()
        await self.result_backfill.stop()
        await self.analyses.stop()
        await self.summaries.stop()
        self.pool.close()
        await self.scheduler.stop()
        await self.delivery_worker.stop()
        await self.load.stop()
        self.collector_pauses.stop()
        if self.audit_watch is not None:
            await self.audit_watch.stop()
        await self.outgoing.close()
        await self.matches.stop()
        if self.link is not None:
            self.link.stop()
        await self.bus.stop()
        await self.generation.stop()
        await self.database.close()
