import { fold } from '../fold-name.js';
import { isRecord } from '../rules.js';
import { wordOf } from '../word-of.js';
import { meantClock } from './meant-clock.js';

type Fields = Readonly<Record<string, unknown>>;

/** Seconds since 1970 that are no milliseconds: up to the year 5138. */
const MOST_SECONDS = 1e11;

/** Fields of an event with day and time of day put together, and other forms of single values. */
export function likelierEvent(fields: Fields): Fields {
  const timed = withTimes(fields);
  return Object.fromEntries(Object.entries(timed).map(([key, value]) => [key, likelierField(key, value)]));
}

/** `date` and `time`, `startDate` and `startTime`, `endTime` alone: each a part of one time. */
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
  const from = take(['time', 'starttime', 'startat'], meantClock);
  if (day === undefined || from === undefined) return fields;
  const lastDay = take(['enddate'], plainDay) ?? take(['end'], plainDay);
  const to = take(['endtime', 'endat'], meantClock) ?? take(['end'], meantClock);
  const rest = Object.entries(fields).filter(([key]) => !used.has(key));
  if (rest.some(([key]) => key === 'start')) return fields;
  const end = to === undefined ? {} : { end: `${lastDay ?? day} ${to}` };
  return { ...Object.fromEntries(rest), start: `${day} ${from}`, ...end };
}

/** A day without a time of day. */
function plainDay(text: string): string | undefined {
  const day = text.trim();
  return /^(?:\d{4}-\d{2}-\d{2}|[a-z]+)$/i.test(day) && meantClock(day) === undefined ? day : undefined;
}

function likelierField(key: string, value: unknown): unknown {
  if ((key === 'start' || key === 'end') && isEpoch(value)) return fromEpoch(Number(value));
  if (key === 'calendar' && isRecord(value)) return value.id ?? value.name ?? value;
  if (key === 'metadata' && isRecord(value))
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, textOf(one)]));
  if (key === 'reminders' && isRecord(value) && Array.isArray(value.overrides)) return value.overrides;
  if (/^(?:addA|a)ttendees$/.test(key) && Array.isArray(value)) return value.map(likelierPerson);
  return value;
}

function isEpoch(value: unknown): boolean {
  return /^\d{10}(?:\d{3})?$/.test(wordOf(value));
}

/** Seconds or milliseconds since 1970. */
function fromEpoch(count: number): string {
  const time = new Date(count < MOST_SECONDS ? count * 1000 : count);
  return time.toISOString().replace(/(?::00)?\.\d{3}Z$/, 'Z');
}

function textOf(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

/** `{email: "Bob <bob@example.org>"}` */
function likelierPerson(person: unknown): unknown {
  if (!isRecord(person) || typeof person.email !== 'string') return person;
  const email = /^[^<>@]*<([^\s<>@]+@[^\s<>@]+)>$/.exec(person.email.trim())?.[1];
  return email === undefined ? person : { ...person, email };
}
