"""E-mail messages, sent through the mail server of the settings."""

from __future__ import annotations

from collections.abc import Mapping
from email.message import EmailMessage
from email.utils import formatdate, make_msgid

import aiosmtplib

from kontor.server.errors import DeliveryFailed
from kontor.server.notify.translations import translated
from kontor.server.settings import Settings
from kontor.server.store.mailboxes import Mailbox


class SmtpClient:
    """Writes e-mail in the language of its receiver, and sends it."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def message(
        self, mailbox: Mailbox, part: str, values: Mapping[str, str], stop: str | None = None
    ) -> EmailMessage:
        """Return an e-mail message whose subject and text are a part of the texts."""
        subject, text = (translated(mailbox.language, part, name, values) for name in ("subject", "body"))
        return self.compose(mailbox, subject, text, stop)

    def compose(self, mailbox: Mailbox, subject: str, text: str, stop: str | None) -> EmailMessage:
        """Return an e-mail message, with a link to unsubscribe if there is one."""
        message, sender = EmailMessage(), self.settings.smtp_sender or ""
        message["From"], message["To"], message["Subject"] = sender, mailbox.address, subject
        domain = sender.rpartition("@")[2].strip("> ")
        message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain=domain)
        message["Auto-Submitted"] = "auto-generated"
        if stop is not None:
            message["List-Unsubscribe"] = f"<{stop}>"
            values = {"site": self.settings.public_url or "", "stop": stop}
            foot = translated(mailbox.language, "foot", "body", values)
            text = f"{text}\n\n{foot}"
        message.set_content(text + "\n")
        return message

    async def send(self, message: EmailMessage) -> None:
        """Send a message, or raise DeliveryFailed."""
        settings, password = self.settings, self.settings.smtp_password
        try:
            await aiosmtplib.send(
                message,
                hostname=settings.smtp_host,
                port=settings.smtp_port,
                username=settings.smtp_user,
                password=password.get_secret_value() if password else None,
                use_tls=settings.smtp_security == "tls",
                start_tls=settings.smtp_security == "starttls",
                timeout=settings.delivery_seconds,
            )
        except (aiosmtplib.SMTPException, OSError) as problem:
            sentence = f"the mail server refused it ({type(problem).__name__})"
            raise DeliveryFailed(sentence, is_final(problem)) from problem


def is_final(problem: Exception) -> bool:
    """Return whether a mail server rejects all recipients for good."""
    if not isinstance(problem, aiosmtplib.SMTPRecipientsRefused):
        return False
    return all(each.code >= 500 for each in problem.recipients)
