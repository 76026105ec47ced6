"""Pages: the description of the API, and the web client where it is built."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from fastapi import APIRouter, FastAPI
from fastapi.openapi.docs import get_swagger_ui_html
from fastapi.responses import FileResponse, HTMLResponse, RedirectResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

CLIENT = Path(__file__).parent.parent / "client"
ASSETS = "/api/assets"
FOR_EVER = "public, max-age=31536000, immutable"

router = APIRouter(include_in_schema=False)


@router.get("/api/docs")
async def api_page() -> HTMLResponse:
    """Describe the API on a page that needs nothing from elsewhere."""
    return get_swagger_ui_html(
        openapi_url="/api/openapi.json",
        title="Kontor",
        swagger_js_url=f"{ASSETS}/swagger-ui-bundle.js",
        swagger_css_url=f"{ASSETS}/swagger-ui.css",
        swagger_favicon_url=f"{ASSETS}/favicon.png",
    )


@router.get("/{path:path}")
async def client(path: str) -> Response:
    """Serve the web client: a file of it, or its first page for every other path outside the API."""
    if path == "api" or path.startswith("api/"):
        raise HTTPException(404, "There is no such path")
    if not (CLIENT / "index.html").is_file():
        return RedirectResponse("/api/docs")
    file = file_of_client(path)
    if file is not None and file.name != "index.html":
        return FileResponse(file, headers={"Cache-Control": FOR_EVER if "assets" in file.parts else "no-cache"})
    return FileResponse(CLIENT / "index.html", headers={"Cache-Control": "no-cache"})


def file_of_client(path: str) -> Path | None:
    """The file of the client that a path leads to; none outside its folder, and none by a name no file can have."""
    try:
        file = (CLIENT / path).resolve()
        return file if file.is_relative_to(CLIENT.resolve()) and file.is_file() else None
    except (OSError, ValueError):
        return None


def add_pages(app: FastAPI) -> None:
    """Add pages and their files to an app, after everything else."""
    app.mount(ASSETS, StaticFiles(directory=str(files("fastapi_offline") / "static")), name="assets")
    app.include_router(router)
