"""Compiler of rules kernels: merges their modules into one Cython module and compiles it; used only at build time."""
