import { MINUTE } from '../../../compilers/time/civil.js';
import type { TaskFields, TaskStatus } from '../../../schemas/model/task.js';
import { instantAsUtc } from '../series/series.js';
import { sizeOf } from '../series/span.js';
import { type Component, properties, property } from '../text/component.js';
import { parameter, unescapeText } from '../text/content-line.js';
import { parseDuration } from '../text/date-time.js';
import { type ObjectZones, readTimeLine } from '../text/time-form.js';

const STATUSES: Readonly<Record<string, TaskStatus>> = {
  'NEEDS-ACTION': 'open',
  'IN-PROCESS': 'started',
  COMPLETED: 'done',
  CANCELLED: 'cancelled',
};

/** Reads the fields of a task except its times. The time of completion needs the zones of its object. */
export function readTaskFields(
  todo: Component,
  dates: Pick<TaskFields, 'hasStart' | 'hasDue'> = { hasStart: false, hasDue: false },
  zones?: ObjectZones,
): TaskFields {
  const percent = numberOf(todo, 'PERCENT-COMPLETE', 100);
  const related = properties(todo, 'RELATED-TO').map((line) => ({
    uid: unescapeText(line.value).trim(),
    kind: parameter(line, 'RELTYPE')?.toUpperCase() ?? 'PARENT',
  }));
  const parent = related.find(({ kind, uid }) => kind === 'PARENT' && uid !== '')?.uid;
  const estimate = parseDuration(property(todo, 'ESTIMATED-DURATION')?.value ?? '');
  const minutes = estimate && Math.round(sizeOf(estimate) / MINUTE);
  const doneLine = property(todo, 'COMPLETED');
  const done = zones && doneLine && readTimeLine(doneLine, zones);
  return {
    hasStart: dates.hasStart,
    hasDue: dates.hasDue,
    ...(done && { completed: instantAsUtc(done.form, done.wall) }),
    status:
      STATUSES[property(todo, 'STATUS')?.value.trim().toUpperCase() ?? ''] ??
      // An empty line has no meaning.
      statusFrom(percent ?? 0, (doneLine?.value.trim() ?? '') !== ''),
    ...(percent === undefined ? {} : { percent }),
    priority: numberOf(todo, 'PRIORITY', 9) ?? 0,
    ...(parent === undefined ? {} : { parent }),
    children: related.flatMap(({ kind, uid }) => (kind === 'CHILD' && uid !== '' ? [uid] : [])),
    ...(minutes === undefined || minutes <= 0 ? {} : { estimateMinutes: minutes }),
  };
}

/** The status for clients that write no STATUS. */
function statusFrom(percent: number, isCompleted: boolean): TaskStatus {
  if (isCompleted || percent === 100) return 'done';
  return percent > 0 ? 'started' : 'open';
}

function numberOf(todo: Component, name: string, most: number): number | undefined {
  const text = property(todo, name)?.value.trim() ?? '';
  return /^\d{1,3}$/.test(text) ? Math.min(Number(text), most) : undefined;
}
