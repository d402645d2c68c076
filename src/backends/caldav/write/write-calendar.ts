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
  /** Where new calendars go; undefined where the account is one calendar. */
  readonly home: string | undefined;
  /** A calendar as the server lists it now. */
  find(href: string): Promise<CalendarInfo | undefined>;
}

type Write<Kind> = Extract<CalDavCalendarWrite, { kind: Kind }>;

/** Statuses of a MKCALENDAR where something is already (RFC 4918 §9.3.1), or comes there at the same moment. */
const TAKEN = new Set([405, 409, 412]);
/** Codes that a refused name, colour or description gets when it is read as a refused event. */
const ABOUT_CONTENT = new Set<ErrorCode>(['BAD_UPSTREAM_RESPONSE', 'CONFLICT', 'INVALID_ICS', 'UNSUPPORTED']);

const XML = { 'Content-Type': 'application/xml; charset=utf-8' };

/** Makes, changes or deletes a calendar. What came of it is read back: servers drop and change what they are given. */
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
 * Looks first: repeating a call that was done already finds its calendar, and what is there afterwards is known to be
 * of this call's making.
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
  const made = await findAfter(find, href, isNothing(attempt) ? notMade(attempt.error) : undefined);
  if (made === undefined) {
    if (attempt.kind === 'refused') throw notMade(attempt.error);
    if (attempt.kind === 'lost') throw outcomeError(attempt.error, attempt.late ? 'unknown' : 'not_applied');
    const missing = 'The new calendar is not in the list of the calendar server.';
    throw outcomeError(new CalendarError('BAD_UPSTREAM_RESPONSE', missing), 'unknown');
  }
  if (says(made, labels)) return made;
  // Another call with the same address came first.
  if (attempt.kind === 'refused' && TAKEN.has(attempt.status)) return replayed(made, labels);
  // Some servers take names and colours only afterwards, or take them wrongly the first time.
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

/** All of the change or an error: what was taken of a change that was refused in part is put back. */
async function updateCalendar(
  { client, find }: CalendarWriteContext,
  { calendar: { href }, labels, body }: Write<'update-calendar'>,
  signal: AbortSignal,
): Promise<CalendarInfo> {
  const before = await find(href);
  if (before === undefined) throw noSuchCalendar();
  const attempt = await attemptWrite(client, { method: 'PROPPATCH', url: href, headers: XML, body }, signal);
  const error = attempt.kind === 'done' || isAboutLabels(attempt) ? notTaken() : attempt.error;
  let after = await findAfter(find, href, isNothing(attempt) ? error : undefined);
  if (after !== undefined && says(after, labels)) return after;
  if (isNothing(attempt)) throw after === undefined ? noSuchCalendar() : outcomeError(error, 'not_applied');
  const former = formerLabels(before, labels);
  if (after !== undefined && !says(after, former)) {
    await relabel(client, href, former);
    after = await findAfter(find, href);
  }
  const untouched = after !== undefined && says(after, former);
  const late = attempt.kind === 'lost' && attempt.late;
  throw outcomeError(error, untouched && !late ? 'not_applied' : 'unknown');
}

/** The server refuses the change itself; the default messages for that are about events. */
function isAboutLabels(attempt: Exclude<Attempt, { kind: 'done' }>): boolean {
  return attempt.kind === 'refused' && ABOUT_CONTENT.has(attempt.error.code);
}

/** A server deletes one object after another: only of an empty calendar is it known that nothing is gone. */
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
  const refusal = isNothing(attempt) ? attempt.error : undefined;
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

/** The result is checked afterwards; a caller who has left must not leave half of a change behind. */
async function relabel(client: DavClient, href: string, labels: CalendarLabels): Promise<void> {
  try {
    const body = updateLabelsBody(labels);
    const { signal } = new AbortController();
    await attemptWrite(client, { method: 'PROPPATCH', url: href, headers: XML, body }, signal);
  } catch (error) {
    // Its `not_applied` would be read as that of the whole change, part of which is done already.
    if (!(error instanceof CalendarError)) throw error;
  }
}

/** The server has refused all of it. */
function isNothing(attempt: Attempt): attempt is Refused {
  return attempt.kind === 'refused' && attempt.partly === undefined;
}

/** A check after a write: if it fails, the outcome of the write is unknown, unless the server had refused it. */
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

/** Tasks and anything else stored there count too. */
async function hasMembers(client: DavClient, href: string, signal: AbortSignal): Promise<boolean> {
  const listing = await client.propfind(href, ['d:getetag', 'd:resourcetype'], '1', signal);
  return listing.responses.some((response) => {
    const collection = response.props.get(dav('resourcetype'))?.children ?? [];
    return collection.length === 0 && canonicalCollection(response.href, listing.url) !== href;
  });
}

function says(info: CalendarInfo, { name, color, description }: CalendarLabels): boolean {
  return (
    (name === undefined || info.name === name.trim()) &&
    (color === undefined || (info.color ?? '') === color.toLowerCase()) &&
    (description === undefined || (info.description ?? '') === description.trim())
  );
}

/** The calendar's former values of the same properties. */
function formerLabels(before: CalendarInfo, { name, color, description }: CalendarLabels): CalendarLabels {
  return {
    ...(name === undefined ? {} : { name: before.name }),
    ...(color === undefined ? {} : { color: before.color ?? '' }),
    ...(description === undefined ? {} : { description: before.description ?? '' }),
  };
}

/** Why a calendar was not made; a missing parent or method means that none can be. */
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
