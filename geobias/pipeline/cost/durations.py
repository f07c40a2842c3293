"""A time in words."""


def clock(seconds: float) -> str:
    """Seconds, minutes or hours, rounded.

    >>> clock(0.2), clock(150), clock(7200)
    ('1 s', '2 min', '2.0 h')
    """
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
