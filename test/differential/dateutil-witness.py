"""Reads {"cases": [{"rrule", "start", "from", "to", "limit"}]} and prints what python-dateutil makes of each.

All times are seconds since 1970 of naive wall times; null where dateutil gave up (an error, or a fifth of a second passed).
"""

import json
import signal
import sys
from datetime import datetime, timedelta

from dateutil.rrule import rrulestr

EPOCH = datetime(1970, 1, 1)


class TooSlow(Exception):
    pass


def expire(signum, frame):
    raise TooSlow()


def answer(case):
    start = datetime.strptime(case["start"], "%Y%m%dT%H%M%S")
    low = EPOCH + timedelta(seconds=case["from"])
    high = EPOCH + timedelta(seconds=case["to"])
    found = []
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        for at in rrulestr(case["rrule"], dtstart=start):
            if at >= high or len(found) >= case["limit"]:
                break
            if at >= low:
                found.append(int((at - EPOCH).total_seconds()))
    except Exception:
        return None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    return found


signal.signal(signal.SIGALRM, expire)
json.dump([answer(case) for case in json.load(sys.stdin)["cases"]], sys.stdout)
