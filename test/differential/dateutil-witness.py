"""Reads {"cases": [{"rrule", "start", "from", "to", "limit"}]} and prints what python-dateutil makes of each.

All times are seconds since 1970 of naive wall times; null where dateutil gave up (an error, or it computed for a fifth of a second).
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
    try:
        return timed_answer(case)
    except TooSlow:
        # The time ran out just when it was about to be stopped.
        return None


def timed_answer(case):
    start = datetime.strptime(case["start"], "%Y%m%dT%H%M%S")
    low = EPOCH + timedelta(seconds=case["from"])
    high = EPOCH + timedelta(seconds=case["to"])
    found = []
    signal.setitimer(signal.ITIMER_VIRTUAL, 0.2)
    try:
        for at in rrulestr(case["rrule"], dtstart=start):
            if at >= high or len(found) >= case["limit"]:
                break
            if at >= low:
                found.append(int((at - EPOCH).total_seconds()))
    except Exception:
        return None
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return found


signal.signal(signal.SIGVTALRM, expire)
json.dump([answer(case) for case in json.load(sys.stdin)["cases"]], sys.stdout)
