"""What kernels use at run time and what stays Python: types and marks, errors, checks of arrays, loading."""
