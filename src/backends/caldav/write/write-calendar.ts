import type { CalendarLabels } from '../../../../compilers/plan/calendar-labels.js';
import {
  type CalDavCalendarWrite,
  newCalendarHref,
  updateLabelsBody,
} from '../../../../compilers/targets/caldav/calendar-write.js';
import { CalendarError, type ErrorCode } from '../../../../schemas/model/error.js';
import type { CalendarInfo } from '../../../ports/backend.js';
import type { DavClient } from '../dav/dav-client.js';
import { canonicalCollection } from '../dav/href.js';
import { dav } from '../dav/multistatus.js';
import { type Attempt, attemptWrite, noSuchCalendar, outcomeError, type Refused } from './write-attempt.js';

export interface CalendarWriteContext {
  readonly client: DavClient;
  /** Collection for new calendars; undefined if the account is a single calendar. */
  readonly home: string | undefined;
  /** Lists the calendar again. */
  find(href: string): Promise<CalendarInfo | undefined>;
}

type Write<Kind> = Extract<CalDavCalendarWrite, { kind: Kind }>;

/** MKCALENDAR statuses if the address is taken (RFC 4918 §9.3.1), also by a concurrent request. */
const TAKEN = new Set([405, 409, 412]);
/** Codes for a refused event, which a refused name, colour or description gets too. */
const ABOUT_CONTENT = new Set<ErrorCode>(['BAD_UPSTREAM_RESPONSE', 'CONFLICT', 'INVALID_ICS', 'UNSUPPORTED']);

const XML = { 'Content-Type': 'application/xml; charset=utf-8' };

/** Creates, changes or deletes a calendar, and reads the result back: servers drop and change values. */
export async function writeCalendar(
  context: CalendarWriteContext,
  call: CalDavCalendarWrite,
  signal: AbortSignal,
): Promise<CalendarInfo | undefined> {
  switch (call.kind) {
    case 'create-calendar':
      return createCalendar(context, call, signal);
    case 'update-calendar':
      return updateCalendar(context, call, signal);
    case 'delete-calendar':
      await deleteCalendar(context, call, signal);
      return undefined;
  }
}

/**
 * Checks first: a repeated call finds its calendar, and a calendar found afterwards is known to come from
 * this call.
 */
async function createCalendar(
  context: CalendarWriteContext,
  { folderName, labels, body }: Write<'create-calendar'>,
  signal: AbortSignal,
): Promise<CalendarInfo> {
  const { client, home, find } = context;
  if (home === undefined) throw noNewCalendars();
  const href = newCalendarHref(home, folderName);
  const before = await find(href);
  if (before !== undefined) return replayed(before, labels);
  const attempt = await attemptWrite(client, { method: 'MKCALENDAR', url: href, headers: XML, body }, signal);
  const made = await findAfter(find, href, isFullyRefused(attempt) ? notMade(attempt.error) : undefined);
  if (made === undefined) {
    if (attempt.kind === 'refused') throw notMade(attempt.error);
    if (attempt.kind === 'lost') throw outcomeError(attempt.error, attempt.late ? 'unknown' : 'not_applied');
    const missing = 'The new calendar is not in the list of the calendar server.';
    throw outcomeError(new CalendarError('BAD_UPSTREAM_RESPONSE', missing), 'unknown');
  }
  if (hasLabels(made, labels)) return made;
  // A concurrent call with the same address won.
  if (attempt.kind === 'refused' && TAKEN.has(attempt.status)) return replayed(made, labels);
  // Some servers accept names and colours only afterwards, or store them wrongly at first.
  await relabel(client, href, labels);
  return (await findAfter(find, href)) ?? made;
}

function replayed(existing: CalendarInfo, labels: CalendarLabels): CalendarInfo {
  if (existing.name === labels.name?.trim()) return existing;
  throw new CalendarError('ALREADY_EXISTS', 'Another calendar is already stored under this identity.', {
    outcome: 'not_applied',
    suggestion: 'Use another idempotencyKey.',
  });
}

/** Makes the whole change or throws: restores the former values if the server accepted only part. */
async function updateCalendar(
  { client, find }: CalendarWriteContext,
  { calendar: { href }, labels, body }: Write<'update-calendar'>,
  signal: AbortSignal,
): Promise<CalendarInfo> {
  const before = await find(href);
  if (before === undefined) throw noSuchCalendar();
  const attempt = await attemptWrite(client, { method: 'PROPPATCH', url: href, headers: XML, body }, signal);
  const error = attempt.kind === 'done' || isAboutLabels(attempt) ? notTaken() : attempt.error;
  let after = await findAfter(find, href, isFullyRefused(attempt) ? error : undefined);
  if (after !== undefined && hasLabels(after, labels)) return after;
  if (isFullyRefused(attempt))
    throw after === undefined ? noSuchCalendar() : outcomeError(error, 'not_applied');
  const former = formerLabels(before, labels);
  if (after !== undefined && !hasLabels(after, former)) {
    await relabel(client, href, former);
    after = await findAfter(find, href);
  }
  const untouched = after !== undefined && hasLabels(after, former);
  const late = attempt.kind === 'lost' && attempt.late;
  throw outcomeError(error, untouched && !late ? 'not_applied' : 'unknown');
}

/** True if the server refuses the values; its default messages are about events. */
function isAboutLabels(attempt: Exclude<Attempt, { kind: 'done' }>): boolean {
  return attempt.kind === 'refused' && ABOUT_CONTENT.has(attempt.error.code);
}

/** A server deletes objects one by one, so a failed delete may have removed some events. */
async function deleteCalendar(
  { client, find }: CalendarWriteContext,
  { calendar: { href }, withEvents }: Write<'delete-calendar'>,
  signal: AbortSignal,
): Promise<void> {
  if ((await find(href)) === undefined) throw noSuchCalendar();
  if (!withEvents && (await hasMembers(client, href, signal))) {
    throw new CalendarError('CONFLICT', 'The calendar is not empty.', {
      outcome: 'not_applied',
      suggestion: 'Ask the user whether its events may be deleted with it, and say so in the call.',
    });
  }
  const attempt = await attemptWrite(client, { method: 'DELETE', url: href, headers: {} }, signal);
  const refusal = isFullyRefused(attempt) ? attempt.error : undefined;
  const isGone = (await findAfter(find, href, refusal)) === undefined;
  switch (attempt.kind) {
    case 'done': {
      if (isGone) return;
      const there = 'The calendar server reported success and still lists the calendar.';
      throw outcomeError(new CalendarError('BAD_UPSTREAM_RESPONSE', there), 'unknown');
    }
    case 'refused':
      if (isGone && refusal !== undefined) throw noSuchCalendar();
      throw outcomeError(
        attempt.error,
        refusal === undefined && (isGone || withEvents) ? 'unknown' : 'not_applied',
      );
    case 'lost':
      if (isGone) return;
      throw outcomeError(attempt.error, attempt.late || withEvents ? 'unknown' : 'not_applied');
  }
}

/** The caller checks the result. Ignores cancellation, to avoid leaving a half-made change. */
async function relabel(client: DavClient, href: string, labels: CalendarLabels): Promise<void> {
  try {
    const body = updateLabelsBody(labels);
    const { signal } = new AbortController();
    await attemptWrite(client, { method: 'PROPPATCH', url: href, headers: XML, body }, signal);
  } catch (error) {
    // Swallowed: its `not_applied` would seem to cover the whole change, but part of it is done.
    if (!(error instanceof CalendarError)) throw error;
  }
}

/** True if the server refused everything. */
function isFullyRefused(attempt: Attempt): attempt is Refused {
  return attempt.kind === 'refused' && attempt.partly === undefined;
}

/** Check after a write. If it fails, the outcome is unknown, unless the server had refused the write. */
async function findAfter(
  find: CalendarWriteContext['find'],
  href: string,
  refusal?: CalendarError,
): Promise<CalendarInfo | undefined> {
  try {
    return await find(href);
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    throw refusal === undefined ? outcomeError(error, 'unknown') : refusal.with({ outcome: 'not_applied' });
  }
}

/** Counts tasks and any other object. */
async function hasMembers(client: DavClient, href: string, signal: AbortSignal): Promise<boolean> {
  const listing = await client.propfind(href, ['d:getetag', 'd:resourcetype'], '1', signal);
  return listing.responses.some((response) => {
    const collection = response.props.get(dav('resourcetype'))?.children ?? [];
    return collection.length === 0 && canonicalCollection(response.href, listing.url) !== href;
  });
}

function hasLabels(info: CalendarInfo, { name, color, description }: CalendarLabels): boolean {
  return (
    (name === undefined || info.name === name.trim()) &&
    (color === undefined || (info.color ?? '') === color.toLowerCase()) &&
    (description === undefined || (info.description ?? '') === description.trim())
  );
}

function formerLabels(before: CalendarInfo, { name, color, description }: CalendarLabels): CalendarLabels {
  return {
    ...(name === undefined ? {} : { name: before.name }),
    ...(color === undefined ? {} : { color: before.color ?? '' }),
    ...(description === undefined ? {} : { description: before.description ?? '' }),
  };
}

/** Explains a failed creation; a missing parent or method means that no calendar can be created. */
function notMade(error: CalendarError): CalendarError {
  if (error.code === 'UNSUPPORTED' || error.code === 'NOT_FOUND' || error.code === 'CONFLICT') {
    return noNewCalendars();
  }
  return (ABOUT_CONTENT.has(error.code) ? notTaken() : error).with({ outcome: 'not_applied' });
}

function noNewCalendars(): CalendarError {
  return new CalendarError('UNSUPPORTED', 'This account does not let programs create calendars.', {
    outcome: 'not_applied',
    suggestion: 'The user can create the calendar on the website of the provider.',
  });
}

function notTaken(): CalendarError {
  return new CalendarError(
    'UNSUPPORTED',
    'The calendar server does not accept this name, colour or description.',
    {
      suggestion: 'Change one thing at a time, or change it on the website of the provider.',
    },
  );
}
