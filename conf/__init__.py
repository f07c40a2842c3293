"""The configuration, as YAML that the command line composes."""
