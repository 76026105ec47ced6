"""Rules of Hansa Teutonica, compiled into the kernel."""
