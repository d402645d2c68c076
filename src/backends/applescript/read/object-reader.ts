import type { CalendarAddress } from '../../../../compilers/pushdown/target.js';
import type { AppleScriptRead } from '../../../../compilers/targets/applescript/applescript-target.js';
import { calendarOf, eventAddress } from '../../../../compilers/targets/applescript/calendar-address.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import { ALL_TIME } from '../../../../schemas/model/time.js';
import type { CalendarObject, ScanResult, UnreadableObject } from '../../../ports/backend.js';
import type { SlowRequest } from '../../../ports/backend-request.js';
import { explainFailure } from '../scripts/explain-failure.js';
import { ScriptFailure } from '../scripts/script-failure.js';
import { groupColumns, groupRows, hrefOfGroup, mayOverlap, objectOf } from './event-groups.js';
import type { EventReader } from './event-reader.js';
import type { EventColumns } from './event-row.js';
import { createNamedReader, type ReadObject } from './named-reader.js';
import { sharedUid } from './shared-uid.js';
import type { UidAliases } from './uid-aliases.js';

export interface ObjectReader {
  scan(call: AppleScriptRead, request: SlowRequest): Promise<ScanResult>;
  /** The same by the columns that were last read, if any were: they tell which events there are, and where. */
  listed(call: AppleScriptRead, signal: AbortSignal): Promise<ScanResult>;
  /**
   * One object by its address, asked now, for a write whose script makes sure that no other event has the uid of a
   * series; undefined when it is gone. Throws UNSUPPORTED if it cannot be identified or read.
   */
  one(calendar: CalendarAddress, href: string, signal: AbortSignal): Promise<ReadObject | undefined>;
}

const DETACHED =
  'Occurrences of this series were changed in Calendar, which does not show scripts which dates they replace: they are shown as events of their own, and the original dates may be shown too.';

/** A calendar that changed while it was read, and a uid that its row no longer identifies. */
const MOVED: ReadonlySet<unknown> = new Set(['reported 7011', 'reported 7012']);

const untoldOf = (what: 'attendees' | 'reminders'): string =>
  `Calendar did not return the ${what} of this event; it may have some.`;

/** What could not be read of an object that is given all the same. */
function remarksOn(
  href: string,
  { master, overrides }: Pick<ReadObject, 'master' | 'overrides'>,
  more: readonly string[] = [],
): readonly UnreadableObject[] {
  const own = [master, ...overrides.map(({ stored }) => stored)].flatMap(({ unreadableFields: untold }) =>
    untold.map(untoldOf),
  );
  const reasons = new Set([...own, ...more]);
  return reasons.size === 0 ? [] : [{ href, reason: [...reasons].join(' ') }];
}

/** Named objects of which nothing was found. */
function missingOf(
  { hrefs = [] }: AppleScriptRead,
  ...found: readonly (readonly { readonly href: string }[])[]
): readonly string[] {
  const seen = new Set(found.flat().map(({ href }) => href));
  return hrefs.filter((href) => !seen.has(href));
}

/** Reads in two steps: few columns of all events, then everything about those that matter. */
export function createObjectReader(events: EventReader, aliases: UidAliases, zone: Zone): ObjectReader {
  const readNamed = createNamedReader(events, aliases, zone);

  /** Rows that moved between the two steps are looked up once more. */
  async function scanWindow(call: AppleScriptRead, request: SlowRequest): Promise<ScanResult> {
    const scanOnce = async (): Promise<ScanResult> => {
      const { signal, progress } = request;
      progress?.(0, undefined, 'Reading the list of events.');
      const rows = await events.columns(call.calendar.id, calendarOf(call.calendar), signal);
      const { hasMoved, ...result } = await scanRows(call, rows, request);
      if (hasMoved) throw explainFailure(new ScriptFailure('reported', 7011));
      return result;
    };
    return unlessMoved(scanOnce, scanOnce);
  }

  async function unlessMoved<T>(work: () => Promise<T>, otherwise: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof CalendarError) || !MOVED.has(error.info.details?.script)) throw error;
      return otherwise();
    }
  }

  async function scanRows(
    call: AppleScriptRead,
    rows: readonly EventColumns[],
    request: SlowRequest,
  ): Promise<ScanResult & { readonly hasMoved: boolean }> {
    const calendar = calendarOf(call.calendar);
    const { id: calendarId, href: calendarHref } = call.calendar;
    const known = await aliases.all();
    const window = { from: call.from ?? ALL_TIME.from, to: call.to ?? ALL_TIME.to };
    const hrefs = call.hrefs === undefined ? undefined : new Set(call.hrefs);
    const groups = groupRows(rows, known).filter((group) =>
      hrefs === undefined ? mayOverlap(group, window, zone) : hrefs.has(hrefOfGroup(calendarHref, group)),
    );
    const details = await events.details({ calendarId, calendar }, groups.flatMap(groupColumns), request);
    const objects: CalendarObject[] = [];
    const unreadable: UnreadableObject[] = [];
    let hasMoved = false;
    for (const group of groups) {
      const href = hrefOfGroup(calendarHref, group);
      if (groupColumns(group).some((row) => !details.has(row))) {
        hasMoved = true;
        continue;
      }
      const parts = groupColumns(group).flatMap((row) => details.get(row) ?? []);
      const broken = parts.find((part) => 'unreadable' in part);
      if (broken !== undefined) unreadable.push({ href, reason: broken.unreadable });
      const [master, ...others] = parts.filter((part) => 'event' in part);
      if (broken !== undefined || master === undefined) continue;
      const overrides = others.map((stored, at) => ({
        original: group.overrides[at]?.original ?? 0,
        stored,
      }));
      objects.push(objectOf({ calendarId, href }, { uid: group.uid, master, overrides }, zone));
      const detached = group.repeated && group.master.rule !== '' ? [DETACHED] : [];
      unreadable.push(...remarksOn(href, { master, overrides }, detached));
    }
    return { objects, unreadable, missing: missingOf(call, objects, unreadable), hasMoved };
  }

  async function scanNamed(call: AppleScriptRead, request: SlowRequest): Promise<ScanResult> {
    const hrefs = call.hrefs ?? [];
    const addresses = hrefs.map((href) => ({ href, address: eventAddress(href) }));
    const mine = addresses.filter(({ address }) => address?.calendar === call.calendar.href);
    const shared = mine.some(
      ({ address }) => address?.start !== undefined || events.repeated(call.calendar.id, address?.uid ?? ''),
    );
    if (shared) return scanWindow(call, request);
    const uids = mine.flatMap(({ address }) => address?.uid ?? []);
    const read = uids.length === 0 ? [] : await readNamed(call.calendar, { uids }, request);
    if (read === undefined) return scanWindow(call, request);
    const objects: CalendarObject[] = [];
    const unreadable: UnreadableObject[] = [];
    for (const [at, one] of read.entries()) {
      if (one === undefined) continue;
      if ('unreadable' in one) unreadable.push({ href: mine[at]?.href ?? '', reason: one.unreadable });
      else {
        objects.push(one.object);
        unreadable.push(...remarksOn(one.object.href, one));
      }
    }
    return { objects, unreadable, missing: missingOf(call, objects, unreadable) };
  }

  return {
    scan: (call, request) => (call.kind === 'named' ? scanNamed(call, request) : scanWindow(call, request)),
    listed: async (call, signal) => {
      const rows = events.listed(call.calendar.id);
      const rescan = (): Promise<ScanResult> => scanWindow(call, { signal });
      // What has moved is missing: the caller lists it again.
      return rows === undefined ? rescan() : unlessMoved(() => scanRows(call, rows, { signal }), rescan);
    },
    one: async (calendar, href, signal) => {
      const address = eventAddress(href);
      if (address === undefined || address.calendar !== calendar.href) return undefined;
      const isOneOfSeveral = address.start !== undefined;
      const read = isOneOfSeveral
        ? undefined
        : await readNamed(calendar, { uids: [address.uid], isTold: true }, { signal });
      if (read === undefined) throw sharedUid();
      const [found] = read;
      if (found === undefined || !('unreadable' in found)) return found;
      throw new CalendarError('UNSUPPORTED', `This event cannot be read. ${found.unreadable}`, {
        outcome: 'not_applied',
        suggestion: 'Ask the user to correct or delete it in Calendar.',
      });
    },
  };
}
