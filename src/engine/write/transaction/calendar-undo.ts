import { CalendarError } from '../../../../schemas/model/error.js';
import type { CalendarInfo } from '../../../ports/backend.js';
import type { BackendRequest } from '../../../ports/backend-request.js';
import type { Engine } from '../../context/engine.js';
import type { Source } from '../../context/source.js';
import type { CalendarStep } from '../../journal/undo-step.js';
import { backendNamed } from '../../sources/backend-named.js';
import { changeCalendar, otherLabels } from './change-calendar.js';
import { newFolderName } from './new-folder-name.js';

/**
 * Undoes a change of a calendar itself, unless it was used or changed since. A deleted calendar is created
 * again, empty, or found if an interrupted undo has created it. Returns that one; its events are restored by
 * their own steps.
 */
export async function takeBackCalendar(
  step: CalendarStep,
  engine: Engine,
  sources: readonly Source[],
  request: BackendRequest,
): Promise<Source | undefined> {
  if (step.kind === 'calendar-deleted') return remake(step, engine, sources, request);
  const source = sources.find(({ calendar }) => calendar.id === step.calendarId);
  if (source === undefined) throw gone();
  const { backend, calendar } = source;
  if (step.kind === 'calendar-created') {
    await changeCalendar(backend, { kind: 'delete-calendar', calendar, withEvents: false }, '', request);
    return undefined;
  }
  const now = await listedNow(source, request);
  if (otherLabels(now, step.after).length > 0) {
    throw new CalendarError('CONFLICT', 'The calendar was renamed or changed after this write.', {
      outcome: 'not_applied',
      suggestion: 'It was left as it is. List calendars, and change it directly.',
    });
  }
  await changeCalendar(backend, { kind: 'update-calendar', calendar, labels: step.before }, '', request);
  return undefined;
}

/** Reads from the source, because a copy may miss a very recent change. */
async function listedNow({ backend, calendar }: Source, request: BackendRequest): Promise<CalendarInfo> {
  await backend.mirror?.sync({ calendarIds: [], full: false }, request);
  const now = (await backend.calendars(request)).find(({ id }) => id === calendar.id);
  if (now === undefined) throw gone();
  return now;
}

async function remake(
  step: Extract<CalendarStep, { kind: 'calendar-deleted' }>,
  { backends }: Engine,
  sources: readonly Source[],
  request: BackendRequest,
): Promise<Source> {
  const backend = backendNamed(backends, step.account);
  if (backend === undefined) throw gone();
  const { labels } = step;
  const made = await changeCalendar(
    backend,
    { kind: 'create-calendar', labels },
    folderFor({ ...step, account: backend.name }, sources),
    request,
  );
  if (made === undefined) throw gone();
  return { backend, calendar: made };
}

/**
 * A folder gets its name back, unless another calendar has it by now. An address on a server does not: a
 * client that knows the old calendar could take the new one for it. The same undo always gives the same name,
 * so that repeating it makes no second calendar.
 */
function folderFor(
  { calendarId, account, href, labels }: Extract<CalendarStep, { kind: 'calendar-deleted' }>,
  sources: readonly Source[],
): string {
  const there = sources.find(({ calendar }) => calendar.account === account && calendar.href === href);
  const isFree = there === undefined || there.calendar.name === labels.name;
  return isFree && /^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u.test(href)
    ? href
    : newFolderName(labels.name, `${calendarId}\n${href}`);
}

function gone(): CalendarError {
  return new CalendarError('CALENDAR_NOT_FOUND', 'The calendar of this change no longer exists.', {
    outcome: 'not_applied',
  });
}
