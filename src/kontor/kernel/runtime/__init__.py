"""Python modules that kernels use at run time: types, decorators, errors, checks of arrays, loading."""
