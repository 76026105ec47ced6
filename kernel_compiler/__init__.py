"""Merges the modules of a rules kernel into one Cython module and compiles it; used only when building."""
