"""Kernels of optimal transport: tensor in, tensor out. They know torch, and nothing of geobias.

costs        ground costs, computed in float64 and stored once
reference    the plain formulas in float64, that every kernel is tested against
torch_sweep  both softmins of a pair, or the one of a cloud with itself, on any device
native       the whole loop in C++ for the CPU, many problems per call; sources in kernels/native
keops_sweep  the same without ever storing the cost, through pykeops
ragged       many problems of unequal sizes laid end to end, for one launch
ragged_reference  their softmins and gradients in plain torch
ragged_steps      what a loop does with them between two sweeps
cuda         Triton kernels for them
"""
