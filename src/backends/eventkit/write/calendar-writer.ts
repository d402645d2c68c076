import type { CalendarLabels } from '../../../../compilers/plan/calendar-labels.js';
import { kitCalendar, kitHref } from '../../../../compilers/targets/eventkit/calendar-address.js';
import type { EventKitCalendarWrite } from '../../../../compilers/targets/eventkit/eventkit-target.js';
import { KIT_LIMITS } from '../../../../compilers/targets/eventkit/limits.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { CalendarInfo } from '../../../ports/backend.js';
import type { StateStore } from '../../../ports/state-store.js';
import { explainKitFailure } from '../process/explain-failure.js';
import { KitFailure, leftKitUnchanged } from '../process/kit-failure.js';
import type { Session } from '../process/session.js';
import type { KitCalendarList } from '../read/calendar-list.js';

interface Parts {
  readonly account: string;
  readonly session: Session;
  readonly list: KitCalendarList;
  readonly state: StateStore;
}

const never = new AbortController().signal;
/** Where an event may be in a calendar that is to be empty. */
const EVER = { from: Date.UTC(1900, 0, 1), to: Date.UTC(2200, 0, 1) };

/** Makes, renames, colours and deletes calendars; a repeated order finds what the first one made. */
export function createCalendarWriter({ account, session, list, state }: Parts) {
  async function infoAt(href: string): Promise<CalendarInfo | undefined> {
    list.forget();
    return (await list.get(never)).find((info) => info.href === href);
  }

  /** A request about a calendar, of which it is afterwards looked up what it is now. */
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
    const there = typeof earlier === 'string' ? await infoAt(kitHref(earlier)) : undefined;
    if (there?.name === labels.name) return there;
    if (there !== undefined) {
      throw new CalendarError('ALREADY_EXISTS', 'Another calendar is already stored under this identity.', {
        outcome: 'not_applied',
        suggestion: 'Use another idempotencyKey.',
      });
    }
    const { calendar } = await carryOut(() => session.write('calendar.create', labels));
    await state.put(key, calendar);
    return kept(await infoAt(kitHref(calendar)));
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
    const calendar = kitCalendar(patch.calendar);
    if (patch.kind === 'update-calendar') {
      const { name, color } = patch.labels;
      const labels = { ...(name !== undefined && { name }), ...(color && { color }) };
      await carryOut(() => session.write('calendar.update', { calendar, ...labels }));
      return kept(await infoAt(patch.calendar.href));
    }
    const { withEvents } = patch;
    await carryOut(() => session.write('calendar.remove', { calendar, withEvents, ...EVER }));
    if ((await infoAt(patch.calendar.href)) !== undefined) throw notKept();
    return undefined;
  };
}

function kept(info: CalendarInfo | undefined): CalendarInfo {
  if (info === undefined) throw notKept();
  return info;
}

function notKept(): CalendarError {
  return new CalendarError('UPSTREAM_ERROR', 'EventKit reported success and changed nothing.', {
    outcome: 'not_applied',
    suggestion: 'Do not repeat it: ask the user to make the change in the Calendar app.',
  });
}
