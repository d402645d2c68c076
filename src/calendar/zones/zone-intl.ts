import { DAY, dayNumber, HOUR, MINUTE, SECOND } from '../../../compilers/time/civil.js';
import { ALL_TIME, type Instant } from '../../../schemas/model/time.js';
import type { OffsetSource, Transition } from './zone-table.js';

/** Shorter than the time between any two transitions back to the same offset: Freetown in 1939 has four days. */
const STEP = 3 * DAY;

/** Offsets of an IANA zone from the runtime; undefined for an unknown name. */
export function intlSource(name: string): { readonly id: string; readonly source: OffsetSource } | undefined {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }

  function offsetAt(instant: Instant): number {
    // Probes whole seconds, and no years before 1, which would print without their era.
    const probed = Math.max(Math.floor(instant / SECOND) * SECOND, ALL_TIME.from + 400 * DAY);
    const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = (
      format.format(probed).match(/\d+/g) ?? []
    ).map(Number);
    return dayNumber(year, month, day) * DAY + hour * HOUR + minute * MINUTE + second * SECOND - probed;
  }

  function transitions(from: Instant, to: Instant): readonly Transition[] {
    const found: Transition[] = [];
    let at = from;
    let before = offsetAt(at);
    while (at < to) {
      const next = Math.min(at + STEP, to);
      const after = offsetAt(next);
      if (after === before) {
        at = next;
        continue;
      }
      let low = at;
      let high = next;
      while (high - low > SECOND) {
        const middle = low + Math.ceil((high - low) / 2 / SECOND) * SECOND;
        if (middle >= high) break;
        if (offsetAt(middle) === before) low = middle;
        else high = middle;
      }
      const changed = offsetAt(high);
      found.push({ at: high, before, after: changed });
      // There may be a second transition within the same step: continues from this one.
      at = high;
      before = changed;
    }
    return found;
  }

  return { id: format.resolvedOptions().timeZone, source: { offsetAt, transitions } };
}
