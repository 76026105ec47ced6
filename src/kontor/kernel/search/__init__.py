"""Search inside the kernel: a planner of whole turns and a tree of them."""
