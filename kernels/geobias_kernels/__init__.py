"""Kernels: tensor in, tensor out."""
