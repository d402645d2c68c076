import type { Predicate } from '../../compilers/plan/predicate.js';
import { EVERYTHING } from '../../compilers/plan/predicate.js';
import { split } from '../../compilers/pushdown/split.js';
import type { Patch } from '../../compilers/pushdown/target.js';
import { ALL_TIME, type Range } from '../../schemas/model/time.js';
import { objectFileName } from '../../src/engine/sources/event-id.js';
import type { Backend, CalendarInfo, CalendarObject, Receipt, ScanResult } from '../../src/ports/backend.js';

/** A backend with two empty, writable calendars. */
export interface Subject {
  readonly backend: Backend;
  /** The same account, opened by another program; missing if there are no other programs. */
  readonly rival?: () => Backend;
  readonly calendar: CalendarInfo;
  readonly other: CalendarInfo;
  close(): Promise<void>;
}

export const never: AbortSignal = new AbortController().signal;

export function apply({ backend }: Subject, patch: Patch, fileName: string): Promise<Receipt | undefined> {
  return backend.apply(backend.target.compileWrite(patch, fileName), { signal: never });
}

export async function create(subject: Subject, uid: string, ics: string): Promise<Receipt> {
  const patch: Patch = { kind: 'create', calendar: subject.calendar, uid, ics };
  return required(await apply(subject, patch, objectFileName(uid)));
}

export async function replace(subject: Subject, { href, etag }: Version, ics: string): Promise<Receipt> {
  const patch: Patch = { kind: 'replace', calendar: subject.calendar, href, etag, ics };
  return required(await apply(subject, patch, 'unused.ics'));
}

export async function remove(subject: Subject, { href, etag }: Version): Promise<void> {
  await apply(subject, { kind: 'delete', calendar: subject.calendar, href, etag }, 'unused.ics');
}

export interface Version {
  readonly href: string;
  readonly etag: string;
}

/** Asks like the engine: the range, and every condition that the backend can check. */
export function scan(
  { backend, calendar }: Pick<Subject, 'backend' | 'calendar'>,
  range: Range = ALL_TIME,
  where: Predicate = EVERYTHING,
): Promise<ScanResult> {
  const call = backend.target.compileRead(split({ range, where }, backend.target.capabilities), calendar);
  return backend.scan(call, { signal: never });
}

export function scanHrefs({ backend, calendar }: Subject, hrefs: readonly string[]): Promise<ScanResult> {
  const divided = split({ range: ALL_TIME, where: EVERYTHING }, backend.target.capabilities);
  return backend.scan(backend.target.compileRead({ ...divided, hrefs }, calendar), { signal: never });
}

/** The only object of a calendar. */
export async function only(subject: Pick<Subject, 'backend' | 'calendar'>): Promise<CalendarObject> {
  const { objects } = await scan(subject);
  if (objects.length !== 1) throw new Error(`expected one object, found ${objects.length}`);
  return required(objects[0]);
}

export function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('expected a value');
  return value;
}
