"""There is nothing to be set up."""


def init_ttexalens(**_options):
    pass
