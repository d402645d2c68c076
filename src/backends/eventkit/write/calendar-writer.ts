import type { CalendarLabels } from '../../../../compilers/plan/calendar-labels.js';
import {
  kitCalendar,
  kitHref,
  kitList,
  kitListHref,
} from '../../../../compilers/targets/eventkit/calendar-address.js';
import type { EventKitCalendarWrite } from '../../../../compilers/targets/eventkit/eventkit-target.js';
import { KIT_LIMITS } from '../../../../compilers/targets/eventkit/limits.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { CalendarInfo } from '../../../ports/backend.js';
import type { StateStore } from '../../../ports/state-store.js';
import { explainKitFailure } from '../process/explain-failure.js';
import { KitFailure, leftKitUnchanged } from '../process/kit-failure.js';
import { REMINDERS } from '../process/protocol.js';
import type { Session } from '../process/session.js';
import type { KitCalendarList } from '../read/calendar-list.js';
import { notKept } from './write-outcome.js';

interface Parts {
  readonly account: string;
  readonly session: Session;
  readonly list: KitCalendarList;
  readonly state: StateStore;
}

const never = new AbortController().signal;
/** Range to search for events before a calendar is deleted. */
const EVER = { from: Date.UTC(1900, 0, 1), to: Date.UTC(2200, 0, 1) };

/** Creates, renames, colours and deletes calendars; a repeated create finds the existing one. */
export function createCalendarWriter({ account, session, list, state }: Parts) {
  async function infoAt(href: string): Promise<CalendarInfo | undefined> {
    list.forget();
    return (await list.get(never)).find((info) => info.href === href);
  }

  /** Sends a change, and drops the calendar list afterwards. */
  async function carryOut<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof KitFailure)) throw error;
      throw explainKitFailure(
        error,
        leftKitUnchanged(error) || error.kind === 'reported' ? 'not_applied' : 'unknown',
      );
    } finally {
      list.forget();
    }
  }

  async function create(
    labels: CalendarLabels & { readonly name: string },
    mark: string,
  ): Promise<CalendarInfo> {
    const key = `eventkit-calendars/${account}/${mark}`;
    const earlier = await state.get(key);
    const { holds = [], name, color } = labels;
    const isList = holds.includes('VTODO');
    if (isList && holds.includes('VEVENT')) throw bothKinds();
    const hrefOf = isList ? kitListHref : kitHref;
    const there = typeof earlier === 'string' ? await infoAt(hrefOf(earlier)) : undefined;
    if (there?.name === name) return there;
    if (there !== undefined) {
      throw new CalendarError('ALREADY_EXISTS', 'Another calendar is already stored under this identity.', {
        outcome: 'not_applied',
        suggestion: 'Use another idempotencyKey.',
      });
    }
    const asked = { name, color, ...(isList && { entity: REMINDERS }) };
    const { calendar } = await carryOut(() => session.write('calendar.create', asked));
    await state.put(key, calendar);
    return kept(await infoAt(hrefOf(calendar)));
  }

  return async ({ patch, mark }: EventKitCalendarWrite): Promise<CalendarInfo | undefined> => {
    if (patch.kind !== 'delete-calendar' && patch.labels.description) {
      const { what, reason } = KIT_LIMITS.description;
      throw new CalendarError('UNSUPPORTED', `A calendar cannot be given ${what}: ${reason}.`, {
        outcome: 'not_applied',
        suggestion: 'Leave it out.',
      });
    }
    if (patch.kind === 'create-calendar') return create(patch.labels, mark);
    const list = kitList(patch.calendar);
    const place =
      list === undefined ? { calendar: kitCalendar(patch.calendar) } : { calendar: list, entity: REMINDERS };
    if (patch.kind === 'update-calendar') {
      const { name, color } = patch.labels;
      const labels = { ...(name !== undefined && { name }), ...(color && { color }) };
      await carryOut(() => session.write('calendar.update', { ...place, ...labels }));
      return kept(await infoAt(patch.calendar.href));
    }
    const { withEvents } = patch;
    await carryOut(() => session.write('calendar.remove', { ...place, withEvents, ...EVER }));
    if ((await infoAt(patch.calendar.href)) !== undefined) throw notKept();
    return undefined;
  };
}

function bothKinds(): CalendarError {
  return new CalendarError('UNSUPPORTED', 'On a Mac, a calendar holds either events or tasks.', {
    outcome: 'not_applied',
    suggestion: 'Create one for events, and a list for tasks.',
  });
}

function kept(info: CalendarInfo | undefined): CalendarInfo {
  if (info === undefined) throw notKept();
  return info;
}
