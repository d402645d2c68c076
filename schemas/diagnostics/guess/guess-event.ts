import { isRecord } from '../../model/is-record.js';
import { fold, wordOf } from '../fold-name.js';
import { readClock } from '../read-time.js';
import { POSITIONS } from '../suggest-recurrence.js';

type Fields = Readonly<Record<string, unknown>>;

/** Joins day and time of an event, and corrects its other parts. */
export function guessEvent(fields: Fields): Fields {
  const { durationHours, ...timed } = withTimes(withLists(fields));
  const { recurrence, attendees, reminders, status, busy } = timed;
  const minutes = typeof durationHours === 'number' ? durationHours * 60 : Number.NaN;
  const isFlag = busy === undefined && /^(?:busy|free)$/.test(wordOf(status));
  const { status: _status, ...others } = timed;
  return {
    ...(isFlag ? { ...others, busy: wordOf(status) === 'busy' } : timed),
    ...(Number.isInteger(minutes) ? { durationMinutes: minutes } : {}),
    ...(isRecord(recurrence) ? { recurrence: likelierRecurrence(recurrence) } : {}),
    ...(Array.isArray(attendees) ? { attendees: attendees.map(likelierPerson) } : {}),
    ...(Array.isArray(reminders) ? { reminders: reminders.map(likelierReminder) } : {}),
  };
}

/** `{attendees: {add, remove}}`: lists that a change can add to and remove from. */
function withLists(fields: Fields): Fields {
  const entries = Object.entries(fields).flatMap(([key, value]): (readonly [string, unknown])[] => {
    const isList = ['attendees', 'tags', 'reminders', 'attachments'].includes(key);
    if (!isList || !isRecord(value) || !Object.keys(value).every((name) => /^(?:add|remove)$/.test(name)))
      return [[key, value]];
    const name = key.charAt(0).toUpperCase() + key.slice(1);
    return Object.entries(value).map(([way, list]) => [way + name, list]);
  });
  return Object.fromEntries(entries);
}

/** Joins `{value: 1, unit: "hours"}` into words, which are read elsewhere. */
function likelierReminder(reminder: unknown): unknown {
  if (!isRecord(reminder)) return reminder;
  const { value, unit, ...rest } = reminder;
  const isLength = typeof value === 'number' && typeof unit === 'string' && Object.keys(rest).length === 0;
  return isLength ? `${value} ${unit}` : reminder;
}

/** Pattern and range of Microsoft Graph; `{end: {count: 5}}`; exclusions under their iCalendar name. */
function likelierRecurrence(recurrence: Fields): Fields {
  const { pattern, range, ...parts } = recurrence;
  if (isRecord(pattern)) return fromPattern(pattern, isRecord(range) ? range : {});
  const { end, exdate, exdates = exdate, exclude = exdates, ...rest } = parts;
  return {
    ...rest,
    ...(isRecord(end) ? end : end === undefined ? {} : { end }),
    ...(exclude === undefined ? {} : { exclude }),
  };
}

/** `{emailAddress: {address, name}, type}`, a person of Microsoft Graph. */
function likelierPerson(person: unknown): unknown {
  if (!isRecord(person) || !isRecord(person.emailAddress)) return person;
  const { emailAddress, type: role, ...rest } = person;
  return { ...emailAddress, ...(role === undefined ? {} : { role }), ...rest };
}

/** Joins `date` and `time`, `startDate` and `startTime`, or a lone `endTime`. */
function withTimes(fields: Fields): Fields {
  const used = new Set<string>();
  const take = (names: readonly string[], read: (text: string) => string | undefined) => {
    const key = Object.keys(fields).find((name) => names.includes(fold(name)));
    const value = key === undefined ? undefined : fields[key];
    const text = typeof value === 'string' ? read(value) : undefined;
    if (key !== undefined && text !== undefined) used.add(key);
    return text;
  };
  const day = take(['date', 'day', 'startdate', 'eventdate'], plainDay) ?? take(['start'], plainDay);
  const from = take(['time', 'starttime', 'startat'], readClock);
  if (day === undefined || from === undefined) return fields;
  const lastDay = take(['enddate'], plainDay) ?? take(['end'], plainDay);
  const to = take(['endtime', 'endat'], readClock) ?? take(['end'], readClock);
  const rest = Object.entries(fields).filter(([key]) => !used.has(key));
  if (rest.some(([key]) => key === 'start')) return fields;
  return { ...Object.fromEntries(rest), start: `${day} ${from}`, ...lengthOf(from, to, lastDay, day) };
}

/** An end before the start is on the next day, which has no word here, so use a length. */
function lengthOf(from: string, to: string | undefined, lastDay: string | undefined, day: string): Fields {
  if (to === undefined) return {};
  if (lastDay !== undefined || to > from) return { end: `${lastDay ?? day} ${to}` };
  return { durationMinutes: minutesOf(to) - minutesOf(from) + 24 * 60 };
}

function minutesOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
}

function plainDay(text: string): string | undefined {
  const day = text.trim();
  return /^(?:\d{4}-\d{2}-\d{2}|[a-z]+)$/i.test(day) && readClock(day) === undefined ? day : undefined;
}

/** `{pattern: {type: "relativeMonthly", index: "last", …}, range: {…}}`, a recurrence of Microsoft Graph. */
function fromPattern({ type, index, ...parts }: Fields, range: Fields): Fields {
  const nth = typeof index === 'string' ? POSITIONS[index] : undefined;
  const { numberOfOccurrences: count, endDate: until } = range;
  return {
    frequency: wordOf(type).replace(/^(?:absolute|relative)/, ''),
    ...parts,
    ...(nth === undefined ? {} : { nth }),
    ...(range.type === 'numbered' ? { count } : {}),
    ...(range.type === 'endDate' ? { until } : {}),
  };
}
