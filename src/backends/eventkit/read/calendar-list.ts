import { createHash } from 'node:crypto';
import { kitHref, kitListHref } from '../../../../compilers/targets/eventkit/calendar-address.js';
import { type CalendarChoice, chosenCalendars } from '../../../../schemas/model/calendar-choice.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { Instant } from '../../../../schemas/model/time.js';
import type { CalendarInfo } from '../../../ports/backend.js';
import { isRecent } from '../../../system/is-recent.js';
import type { CalendarRecord } from '../process/protocol.js';
import type { Session } from '../process/session.js';

export interface KitCalendarList {
  get(signal: AbortSignal): Promise<readonly CalendarInfo[]>;
  /** True if macOS denies reminders, as far as known. */
  isWithoutReminders(): boolean;
  forget(): void;
}

const FRESH_MS = 60_000;
/** Ask again after this time: the user may grant permission at any moment. */
const CLOSED_MS = 60_000;
const SUBSCRIPTION = 3;
const BIRTHDAYS = 4;

export function createKitCalendarList(
  account: string,
  session: Session,
  choice: CalendarChoice,
  now: () => Instant,
): KitCalendarList {
  let known:
    | { readonly at: Instant; readonly version: number; readonly infos: readonly CalendarInfo[] }
    | undefined;
  let closedAt: Instant | undefined;

  /** Reminder lists; empty without the separate permission for reminders. */
  async function remindersLists(signal: AbortSignal): Promise<readonly CalendarRecord[]> {
    if (closedAt !== undefined && isRecent(closedAt, CLOSED_MS, now())) return [];
    closedAt = undefined;
    try {
      return (await session.read('tasks.lists', {}, signal)).lists;
    } catch (error) {
      if (!(error instanceof CalendarError) || error.code !== 'PERMISSION_DENIED') throw error;
      closedAt = now();
      return [];
    }
  }

  return {
    get: async (signal) => {
      if (known?.version === session.version() && isRecent(known.at, FRESH_MS, now())) return known.infos;
      const { calendars } = await session.read('calendars', {}, signal);
      const lists = await remindersLists(signal);
      // Every Mac has a calendar; an empty list means a lost permission that macOS still reports.
      if (calendars.length === 0) throw noCalendars();
      known = {
        at: now(),
        version: session.version(),
        infos: chosenCalendars(
          [
            ...calendars.map((one) => infoOf(account, one, calendars)),
            ...lists.map((one) => ({
              ...infoOf(account, one, lists),
              href: kitListHref(one.id),
              components: ['VTODO'],
            })),
          ],
          choice,
        ),
      };
      return known.infos;
    },
    isWithoutReminders: () => closedAt !== undefined,
    forget: () => {
      known = undefined;
    },
  };
}

function infoOf(account: string, record: CalendarRecord, all: readonly CalendarRecord[]): CalendarInfo {
  const { id, name, color, kind, writable, subscribed, first } = record;
  const isShared = all.some((other) => other.name === name && other.id !== id);
  return {
    id: createHash('sha256').update(`${account}\neventkit\n${id}`).digest('hex').slice(0, 12),
    href: kitHref(id),
    name,
    account,
    // Tells namesakes apart by their account on the Mac.
    ...(isShared && record.account !== '' && { description: record.account }),
    ...(color !== null && { color }),
    writable,
    ...(!writable && { readOnlyReason: reasonOf(kind, subscribed), foreign: true as const }),
    components: ['VEVENT'],
    isDefault: first,
  };
}

function reasonOf(kind: number, subscribed: boolean): string {
  if (kind === BIRTHDAYS) return 'Birthdays come from the contacts of the Mac.';
  if (subscribed || kind === SUBSCRIPTION) return 'It is a subscription: somebody else writes it.';
  return 'macOS says that this calendar cannot be changed.';
}

/** Every Mac has a calendar, so an empty list means that the permission is missing. */
export function noCalendars(): CalendarError {
  return new CalendarError('PERMISSION_DENIED', 'macOS shows no calendars to this program.', {
    suggestion:
      'Ask the user to give full access in System Settings, Privacy & Security, Calendars, to the application that started this server, and to restart it.',
  });
}
