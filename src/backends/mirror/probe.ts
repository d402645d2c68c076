import { counted } from '../../../schemas/model/counted.js';
import type { MirrorControl } from '../../ports/mirror.js';
import type { Checklist } from '../../ports/probe.js';

const HOUR_MS = 3_600_000;
const OLD_HOURS = 24;

export async function probeMirror(mirror: MirrorControl, checks: Checklist): Promise<void> {
  await checks.check(
    'copies',
    async () => mirror.status(),
    (copies) => {
      const now = Date.now();
      const ages = copies.flatMap(({ asOf }) => (asOf === undefined ? [] : [(now - asOf) / HOUR_MS]));
      const sum = (of: (copy: (typeof copies)[number]) => number): number =>
        copies.reduce((total, copy) => total + of(copy), 0);
      const facts = {
        calendars: copies.length,
        complete: copies.filter(({ state }) => state === 'complete').length,
        events: sum(({ events }) => events),
        unreadable: sum(({ unreadable }) => unreadable),
        oldestMinutes: Math.round(Math.max(0, ...ages) * 60),
      };
      if (facts.unreadable > 0) {
        const detail = `${counted(facts.unreadable, 'object')} in the calendars cannot be read: answers name them.`;
        return { status: 'warning', code: 'UNREADABLE_OBJECT', detail, facts };
      }
      if (ages.some((age) => age > OLD_HOURS)) {
        const detail = 'A copy has not been compared with the server for more than a day.';
        const suggestion = 'It is compared at the next query; check whether the server can be reached.';
        return { status: 'warning', detail, facts, suggestion };
      }
      return {
        status: 'ok',
        detail: `${facts.complete} of ${counted(facts.calendars, 'copy', 'copies')} complete.`,
        facts,
      };
    },
  );
}
