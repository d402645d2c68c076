import { CalendarError, type ErrorCode, type Outcome } from '../../../../schemas/model/error.js';
import { sameContent } from '../../../../src/calendar/read/same-content.js';
import type { Receipt, ScanResult } from '../../../../src/ports/backend.js';
import type { ServerQuirks } from '../../../conformance/quirks.js';
import type { Op } from './plan.js';
import { pathOfHref, type Stored, titleOf } from './truth.js';

/** What a write said of itself. */
export type Claim =
  | { readonly kind: 'done'; readonly receipt: Receipt | undefined }
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly outcome: Outcome | undefined };

/** A write that was made: the version it was for, the title it gave, and what it said. */
export interface Made {
  readonly kind: Op['kind'];
  readonly uid: string;
  readonly title: string;
  readonly based: Stored | undefined;
  readonly claim: Claim;
}

export interface Around {
  readonly before: readonly Stored[];
  readonly after: readonly Stored[];
  /** Every request passed and was answered. */
  readonly clean: boolean;
  readonly quirks: Pick<ServerQuirks, 'races' | 'versions'>;
}

export interface Read {
  /** Index of the calendar. */
  readonly calendar: number;
  /** By address: of everything that is there, and of one more. */
  readonly named: boolean;
  readonly result: ScanResult | CalendarError;
}

/** What is false in the claim of a write that nobody else interfered with. */
export function falseAlone(made: Made, { before, after, clean, quirks }: Around): readonly string[] {
  const { kind, uid, title, based, claim } = made;
  const [was, is] = [before.filter((each) => each.uid === uid), after.filter((each) => each.uid === uid)];
  const current = based !== undefined && was.some((each) => sameObject(each, based));
  const free = kind === 'create' ? was.every((each) => each.title === title) : current;
  const untouched = was.length === is.length && was.every((each) => is.some((now) => sameObject(now, each)));
  const applied = isApplied(made, is);
  const problems: string[] = [];
  if (claim.kind === 'done') {
    const repeated = quirks.versions !== undefined && was.some(({ etag }) => etag === based?.etag);
    if (!free && !repeated) problems.push('success over a version nobody had read');
    if (!applied) problems.push('success, and it is not there');
    return problems;
  }
  const { code, outcome } = claim;
  if (outcome === 'not_applied' && !untouched) problems.push('not_applied, and it is changed');
  const both = kind === 'move' && is.length === 2 && new Set(is.map(({ calendar }) => calendar)).size === 2;
  if (outcome === 'unknown' && !untouched && !applied && !both)
    problems.push('neither what was nor what is meant');
  if (outcome !== 'not_applied' && outcome !== 'unknown') problems.push(`outcome ${outcome}`);
  if (clean && outcome === 'unknown') problems.push('unknown, and every request was answered');
  if (clean && free) problems.push('a failure, and every request was answered');
  if (code === 'CONFLICT' && free && outcome !== 'unknown')
    problems.push('a conflict, and nobody else has written');
  if (code === 'NOT_FOUND' && was.length > 0 && current) problems.push('not found, and it was there');
  if (code === 'ALREADY_EXISTS' && was.length === 0) problems.push('already there, and it was not');
  return problems;
}

/** What is false in the claims of two writes about one event at the same time. */
export function falseTogether(
  pair: readonly [Made, Made],
  { before, after, quirks: { races } }: Around,
): readonly string[] {
  const problems: string[] = [];
  const { uid } = pair[0];
  const [was, is] = [before.filter((each) => each.uid === uid), after.filter((each) => each.uid === uid)];
  for (const [made, rival] of [pair, [pair[1], pair[0]] as const]) {
    const { kind, title, claim } = made;
    const said = claim.kind === 'done' ? 'done' : claim.outcome;
    const isThere = is.some((each) => each.title === title);
    if (said === 'done' && !isApplied(made, is) && !mayHaveWritten(rival))
      problems.push(`${kind}: success, lost`);
    if (said === 'not_applied' && (kind === 'create' || kind === 'replace')) {
      if (isThere && !was.some((each) => each.title === title) && rival.title !== title) {
        problems.push(`${kind}: not_applied, and it is there`);
      }
    }
    if (
      said === 'not_applied' &&
      kind === 'delete' &&
      was.length > 0 &&
      is.length === 0 &&
      !mayHaveWritten(rival)
    ) {
      problems.push('delete: not_applied, and it is gone');
    }
    if (said !== 'done' && said !== 'not_applied' && said !== 'unknown')
      problems.push(`${kind}: outcome ${said}`);
  }
  const deletes = pair.some((made) => made.kind === 'delete' && mayHaveWritten(made));
  if (was.length > 0 && is.length === 0 && !deletes) problems.push('the event is lost');
  const [one, two] = pair;
  const winners = one.claim.kind === 'done' && two.claim.kind === 'done' && one.title !== two.title;
  for (const kind of ['create', 'replace'] as const) {
    if (winners && one.kind === kind && two.kind === kind && races[kind] === undefined) {
      problems.push(`two different ${kind}s of one version succeeded`);
    }
  }
  return problems;
}

/** Events that are in one calendar twice, or in two although no move was cut short. */
export function doubled(made: readonly Made[], { after, quirks: { races } }: Around): readonly string[] {
  return after.flatMap((each, at) => {
    const twin = after.slice(0, at).find(({ uid }) => uid === each.uid);
    if (twin === undefined) return [];
    const ofKind = (kind: Made['kind']): boolean =>
      made.some((write) => write.uid === each.uid && write.kind === kind);
    const cutShort = made.some(
      ({ uid, kind, claim }) =>
        uid === each.uid && kind === 'move' && claim.kind === 'failed' && claim.outcome === 'unknown',
    );
    // Such a server stores a change of what was moved away since it looked.
    const raced = races.replace !== undefined && ofKind('move') && ofKind('replace');
    return twin.calendar !== each.calendar && (cutShort || raced) ? [] : [`${each.uid} is there twice`];
  });
}

/** Events that changed although no write was about them. */
export function disturbed(made: readonly Made[], { before, after }: Around): readonly string[] {
  const others = (all: readonly Stored[]): string[] =>
    all
      .filter(({ uid }) => !made.some((each) => each.uid === uid))
      .map(({ path, title }) => `${path} ${title}`)
      .sort();
  return others(before).join('\n') === others(after).join('\n') ? [] : ['another event changed'];
}

/** What is false in what writes say is stored now; `texts` are what the server has at their addresses. */
export function falseReceipts(
  made: readonly Made[],
  { clean, quirks: { races } }: Around,
  texts: readonly ({ readonly etag: string; readonly ics: string } | undefined)[],
): readonly string[] {
  return made.flatMap(({ claim }, at) => {
    if (claim.kind !== 'done' || claim.receipt === undefined) return [];
    const { etag, ics, unread } = claim.receipt;
    const stored = texts[at];
    if (stored === undefined) return ['a receipt for what is not there'];
    if (unread === true) return clean ? ['unread, and every request was answered'] : [];
    if (!sameContent(stored.ics, ics)) return ['a receipt with another text'];
    // Where preconditions are ignored, what was sent twice may be stored twice, under two versions.
    const twice = !clean && races.create !== undefined;
    return stored.etag === etag || twice ? [] : ['a receipt with another version'];
  });
}

/**
 * What is false in an answer: it has everything, or names it, or fails. One that is `stale` has everything that was
 * there by then; `since` says that by path and title.
 */
export function falseRead(
  { calendar, named, result }: Read,
  { after, clean, quirks }: Around,
  since: ReadonlyMap<string, number>,
): readonly string[] {
  if (result instanceof CalendarError) return clean ? [`a failure to read: ${result.code}`] : [];
  const asOf = result.stale?.asOf ?? Infinity;
  const expected = after.filter(
    (each) => each.calendar === calendar && (since.get(`${each.path} ${each.title}`) ?? 0) < asOf,
  );
  const unreadable = new Set(result.unreadable.map(({ href }) => pathOfHref(href)));
  const missing = new Set(result.missing.map(pathOfHref));
  const problems = expected.flatMap(({ path, title, etag }) => {
    const [found, another] = result.objects.filter(({ href }) => pathOfHref(href) === path);
    if (missing.has(path)) return [`${title} is said to be missing`];
    if (found === undefined) return unreadable.has(path) ? [] : [`${title} is left out`];
    if (another !== undefined) return [`${title} is there twice`];
    // A copy compares ETags: of one that names another text by now it has the old text until all is fetched anew.
    if (quirks.versions !== undefined && found.etag === etag) return [];
    if (titleOf(found.ics) !== title) return [`${title} is read as ${titleOf(found.ics)}`];
    return found.etag === etag ? [] : [`${title} is read under another version`];
  });
  if (clean && unreadable.size > 0) problems.push('unreadable, and every request was answered');
  if (asOf === Infinity && result.objects.length > expected.length)
    problems.push('more is read than there is');
  if (named && missing.size + unreadable.size === 0) problems.push('nothing is missing');
  return problems;
}

export function sayMade({ kind, title, based, claim }: Made): string {
  const said = claim.kind === 'done' ? 'done' : `${claim.code} ${claim.outcome}`;
  return `${kind} ${title} on ${based?.path.slice(-40) ?? 'nothing'} ${based?.title ?? ''}: ${said}`;
}

export function sayRead({ calendar, named, result }: Read): string {
  const asked = `calendar ${calendar}${named ? ', by address' : ''}`;
  if (result instanceof CalendarError) return `${asked}: ${result.code}`;
  const { objects, unreadable, missing, stale } = result;
  return `${asked}: ${objects.length} read, ${unreadable.length} not, ${missing.length} missing, as of ${stale?.asOf}`;
}

function isApplied({ kind, title, based }: Made, is: readonly Stored[]): boolean {
  const [only] = is;
  switch (kind) {
    case 'create':
      return is.length === 1 && only?.title === title;
    case 'replace':
      return is.length === 1 && only?.title === title && only.path === based?.path;
    case 'delete':
      return is.length === 0;
    case 'move':
      return is.length === 1 && only?.title === based?.title && only?.calendar !== based?.calendar;
  }
}

function mayHaveWritten({ claim }: Made): boolean {
  return claim.kind === 'done' || claim.outcome === 'unknown';
}

function sameObject(left: Stored, right: Stored): boolean {
  return left.path === right.path && left.title === right.title;
}
