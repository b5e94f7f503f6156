class TensixDebug:
    """Instructions that a host puts into threads are not modelled: the suite's BRISC sets the chip up."""

    def __init__(self, *_):
        raise NotImplementedError("instructions injected by the host")
