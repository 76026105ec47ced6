"""HTML pages: the documentation of the API, and the web client if it is built."""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from importlib.resources import files
from pathlib import Path

from fastapi import APIRouter, FastAPI
from fastapi.openapi.docs import get_swagger_ui_html
from fastapi.responses import FileResponse, HTMLResponse, RedirectResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from kontor.server.middleware.security_headers import PAGE_POLICY, WORKER_POLICY

CLIENT = Path(__file__).parent.parent / "client"
ASSETS = "/api/assets"
INLINE_SCRIPT = re.compile(rb"<script>(.*?)</script>", re.DOTALL)
SERVICE_WORKER = "sw.js"
MEDIA_TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}
IMMUTABLE = "public, max-age=31536000, immutable"

router = APIRouter(include_in_schema=False)


@router.get("/api/docs")
async def api_page() -> HTMLResponse:
    """Return the documentation of the API, without resources from other hosts."""
    page = get_swagger_ui_html(
        openapi_url="/api/openapi.json",
        title="Kontor",
        swagger_js_url=f"{ASSETS}/swagger-ui-bundle.js",
        swagger_css_url=f"{ASSETS}/swagger-ui.css",
        swagger_favicon_url=f"{ASSETS}/favicon.png",
    )
    page.headers.update({"Content-Security-Policy": api_page_policy(bytes(page.body)), "Cache-Control": "no-cache"})
    return page


def api_page_policy(page: bytes) -> str:
    """Return the content security policy of the documentation, which allows exactly its inline script."""
    hashes = [b64encode(hashlib.sha256(script).digest()).decode() for script in INLINE_SCRIPT.findall(page)]
    scripts = " ".join(["script-src 'self'", *(f"'sha256-{made}'" for made in hashes)])
    return PAGE_POLICY.replace("script-src 'self'", scripts)


@router.get("/{path:path}")
async def client(path: str) -> Response:
    """Return a file of the web client, or its index page for every other path outside the API."""
    if path == "api" or path.startswith("api/"):
        raise HTTPException(404, "There is no such path")
    if not (CLIENT / "index.html").is_file():
        return RedirectResponse("/api/docs")
    file = file_of_client(path)
    if file is None and path.startswith("assets/"):
        raise HTTPException(404, "This file belongs to another version of the client; reload the page")
    if file is not None and file.name != "index.html":
        return FileResponse(file, headers=file_headers(file), media_type=MEDIA_TYPES.get(file.suffix))
    headers = {"Content-Security-Policy": PAGE_POLICY, "Cache-Control": "no-cache"}
    return FileResponse(CLIENT / "index.html", headers=headers)


def file_headers(file: Path) -> dict[str, str]:
    """Return the headers of a file: those of the service worker let it fetch."""
    if file.name == SERVICE_WORKER:
        return {"Content-Security-Policy": WORKER_POLICY, "Cache-Control": "no-cache"}
    return {"Cache-Control": IMMUTABLE if "assets" in file.parts else "no-cache"}


def file_of_client(path: str) -> Path | None:
    """Return the file of the client that a path leads to, None outside its folder or for an invalid name."""
    try:
        file = (CLIENT / path).resolve()
        return file if file.is_relative_to(CLIENT.resolve()) and file.is_file() else None
    except (OSError, ValueError):
        return None


class Assets(StaticFiles):
    """The files of the API documentation, which browsers cache and revalidate."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file that may be cached."""
        answer = await super().get_response(path, scope)
        answer.headers.setdefault("Cache-Control", "no-cache")
        return answer


def add_pages(app: FastAPI) -> None:
    """Add the pages and their files to an app, after all other routes."""
    app.mount(ASSETS, Assets(directory=str(files("fastapi_offline") / "static")), name="assets")
    app.router.routes.extend(router.routes)
