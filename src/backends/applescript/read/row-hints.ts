import { DAY } from '../../../../compilers/time/civil.js';
import { type EventColumns, readMacWall, type StoredEvent, type UnreadableEvent } from './event-row.js';
import { plainRule } from './plain-rule.js';

/** Where an event was last seen. */
export interface Hint {
  /** 0: not known. */
  readonly row: number;
  /**
   * Others may have its uid: occurrences of it that are changed in Calendar do. Then the event at its row may be one of
   * them, and only the uids of all events tell.
   */
  readonly isSeries: boolean;
  /** Whether an event at its row is as it was then: else it may be a series now. Undefined until a write is looked at. */
  readonly isAsSeen?: (found: StoredEvent) => boolean;
}

type Found = StoredEvent | UnreadableEvent;

/** Rows where events of all calendars were last seen, by their uids. */
export interface RowHints {
  of(calendarId: string, uid: string): Hint;
  /** The columns of a calendar were read. */
  listed(calendarId: string, rows: readonly EventColumns[]): void;
  /** An event was read in full. */
  found(calendarId: string, uid: string, event: Found): void;
  /** An event was made, and must stand there. */
  made(calendarId: string, uid: string, hint: Hint): void;
  /** An event was written: it is no longer as it was seen. */
  written(calendarId: string, uid: string): void;
}

export function createRowHints(): RowHints {
  const hints = new Map<string, Hint>();
  return {
    of: (calendarId, uid) => hints.get(keyOf(calendarId, uid)) ?? { row: 0, isSeries: false },
    listed: (calendarId, rows) => {
      const uids = new Set<string>();
      for (const columns of rows) {
        const { uid, row, rule } = columns;
        const isAsSeen = (found: StoredEvent): boolean => isUnchanged(columns, found);
        hints.set(keyOf(calendarId, uid), { row, isSeries: rule !== '' || uids.has(uid), isAsSeen });
        uids.add(uid);
      }
    },
    found: (calendarId, uid, event) => {
      const isAsSeen = (now: StoredEvent): boolean => 'text' in event && now.text === event.text;
      hints.set(keyOf(calendarId, uid), { row: event.row, isSeries: isRuled(event), isAsSeen });
    },
    made: (calendarId, uid, hint) => {
      hints.set(keyOf(calendarId, uid), hint);
    },
    written: (calendarId, uid) => {
      const key = keyOf(calendarId, uid);
      const hint = hints.get(key);
      if (hint !== undefined) hints.set(key, { row: hint.row, isSeries: hint.isSeries });
    },
  };
}

/**
 * Whether only the uids of all events tell which event a row holds: an occurrence that was changed in Calendar, which
 * has no rule, may stand where the series, or what has become one since, was last seen. `isTold`: which uids repeat is
 * told otherwise.
 */
export function isDoubtful(
  { isSeries, isAsSeen }: Hint,
  found: Found | undefined,
  { isTold }: { readonly isTold: boolean },
): boolean {
  if (found === undefined) return false;
  if (isRuled(found)) return !isSeries && !isTold;
  if (isSeries || 'unreadable' in found) return true;
  return isAsSeen === undefined ? !isTold : !isAsSeen(found);
}

/** Whether a row read in full is the event of the column it was asked for: a series may share its uid and start. */
export function agrees(columns: EventColumns, found: Found): boolean {
  if (columns.uid !== found.uid) return false;
  if ('unreadable' in found) return true;
  const { allDay, start, rule } = found.event;
  const listed = allDay ? Math.floor(columns.start / DAY) * DAY : columns.start;
  return listed === start && plainRule(columns.rule) === rule;
}

/** Whether an event read in full is as its columns were. */
function isUnchanged(columns: EventColumns, found: StoredEvent): boolean {
  const isStamped = columns.stamp !== '' && found.stamp !== undefined;
  return agrees(columns, found) && isStamped && readMacWall(columns.stamp) === found.stamp;
}

function isRuled(event: Found): boolean {
  return 'event' in event && event.event.rule !== '';
}

function keyOf(calendarId: string, uid: string): string {
  return `${calendarId}\n${uid}`;
}
