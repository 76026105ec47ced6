"""ASGI middleware: security headers, the access log, and checks of every request."""
