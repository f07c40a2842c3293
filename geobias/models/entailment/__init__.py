"""Entailment: does a text support a statement, contradict it, or neither?"""
