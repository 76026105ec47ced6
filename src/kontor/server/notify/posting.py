"""Posting: letters handed to the mail server of the host."""

from __future__ import annotations

from collections.abc import Mapping
from email.message import EmailMessage
from email.utils import formatdate, make_msgid

import aiosmtplib

from kontor.server.notify.courier import NotTaken
from kontor.server.notify.wording import worded
from kontor.server.settings import Settings
from kontor.server.store.mailboxes import Mailbox


class Post:
    """Writes letters in the language of their receiver, and sends them."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def written(self, mailbox: Mailbox, part: str, facts: Mapping[str, str], stop: str | None = None) -> EmailMessage:
        """A letter; all but the first say how to get no more."""
        letter, sender = EmailMessage(), self.settings.smtp_sender or ""
        letter["From"], letter["To"] = sender, mailbox.address
        letter["Subject"] = worded(mailbox.language, part, "subject", facts)
        letter["Date"], letter["Message-ID"] = formatdate(), make_msgid(domain=sender.rpartition("@")[2].strip("> "))
        letter["Auto-Submitted"] = "auto-generated"
        text = worded(mailbox.language, part, "body", facts)
        if stop is not None:
            letter["List-Unsubscribe"] = f"<{stop}>"
            foot = worded(mailbox.language, "foot", "body", {"site": self.settings.address or "", "stop": stop})
            text = f"{text}\n\n{foot}"
        letter.set_content(text + "\n")
        return letter

    async def send(self, letter: EmailMessage) -> None:
        """Hand a letter over, or raise NotTaken."""
        settings, password = self.settings, self.settings.smtp_password
        try:
            await aiosmtplib.send(
                letter,
                hostname=settings.smtp_host,
                port=settings.smtp_port,
                username=settings.smtp_user,
                password=password.get_secret_value() if password else None,
                use_tls=settings.smtp_security == "tls",
                start_tls=settings.smtp_security == "starttls",
                timeout=settings.delivery_seconds,
            )
        except (aiosmtplib.SMTPException, OSError) as problem:
            raise NotTaken(f"the mail server refused it ({type(problem).__name__})", is_final(problem)) from problem


def is_final(problem: Exception) -> bool:
    """Whether a mail server says that it will never take a letter for this receiver."""
    if not isinstance(problem, aiosmtplib.SMTPRecipientsRefused):
        return False
    return all(each.code >= 500 for each in problem.recipients)
