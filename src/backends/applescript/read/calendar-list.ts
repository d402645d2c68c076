import { createHash } from 'node:crypto';
import { calendarHref } from '../../../../compilers/targets/applescript/calendar-address.js';
import { type CalendarChoice, chosenCalendars } from '../../../../schemas/model/calendar-choice.js';
import type { Instant } from '../../../../schemas/model/time.js';
import { waitUnlessAborted } from '../../../concurrency/wait-unless-aborted.js';
import type { CalendarInfo } from '../../../ports/backend.js';
import { isRecent } from '../../../system/is-recent.js';
import { noCalendars } from '../../eventkit/read/calendar-list.js';
import { explainFailure } from '../scripts/explain-failure.js';
import { ScriptFailure } from '../scripts/script-failure.js';
import type { ScriptSession } from '../scripts/script-session.js';

export interface CalendarList {
  get(signal: AbortSignal): Promise<readonly CalendarInfo[]>;
  /** Drops the list after an answer shows it is outdated. */
  forget(): void;
}

/** Listing takes seconds on a Mac with many calendars, and they change rarely. */
const FRESH_MS = 60_000;

/** The calendars of Calendar.app. Only their order distinguishes calendars with the same name. */
export function createCalendarList(
  account: string,
  session: ScriptSession,
  choice: CalendarChoice,
  now: () => Instant,
): CalendarList {
  let known: { readonly at: Instant; readonly infos: readonly CalendarInfo[] } | undefined;
  return {
    get: async (signal) => {
      if (known !== undefined && isRecent(known.at, FRESH_MS, now())) return known.infos;
      const { rows } = await waitUnlessAborted(session.read('list-calendars', [], signal), signal);
      if (rows.length === 0) throw noCalendars();
      const infos = chosenCalendars(readCalendars(account, rows), choice);
      known = { at: now(), infos };
      return infos;
    },
    forget: () => {
      known = undefined;
    },
  };
}

function readCalendars(account: string, rows: readonly (readonly string[])[]): readonly CalendarInfo[] {
  const counts = new Map<string, number>();
  for (const [name = ''] of rows) counts.set(name, (counts.get(name) ?? 0) + 1);
  const turns = new Map<string, number>();
  const infos = rows.map((row): CalendarInfo => {
    const [name, writable] = row;
    if (row.length !== 2 || name === undefined) throw explainFailure(new ScriptFailure('garbled'));
    const turn = (turns.get(name) ?? 0) + 1;
    turns.set(name, turn);
    const twins = counts.get(name) ?? 1;
    // If the number of namesakes changes, order no longer identifies one, so the old ids must not match.
    const identity = `${account}\n${name}\n${turn}${twins === 1 ? '' : `of${twins}`}`;
    const isWritable = writable === '1';
    return {
      id: createHash('sha256').update(identity).digest('hex').slice(0, 12),
      href: calendarHref({ name, turn, sameNameCount: twins }),
      name,
      account,
      writable: isWritable,
      // Subscriptions, birthdays and shared calendars.
      ...(isWritable
        ? {}
        : { readOnlyReason: 'Calendar says that this calendar cannot be changed.', foreign: true as const }),
      components: ['VEVENT'],
      isDefault: false,
    };
  });
  // Scripts cannot read the default calendar.
  const first = infos.findIndex(({ writable }) => writable);
  return infos.map((info, at) => (at === first ? { ...info, isDefault: true } : info));
}
