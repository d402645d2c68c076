import { utcWall } from '../../../../schemas/model/time.js';
import { addressOf } from '../../read/read-fields.js';
import { type Component, printNode, properties, property, setProperty } from '../../text/component.js';
import { type LineEnd, makeProperty, type Property, replaceValue } from '../../text/content-line.js';
import { printDateTime } from '../../text/date-time.js';
import type { EditContext } from './edit-context.js';
import type { OpenObject, Replacements } from './open-object.js';

/** Properties whose change makes a new revision (RFC 5546 §2.1.4). */
const SIGNIFICANT = ['DTSTART', 'DTEND', 'DUE', 'DURATION', 'RRULE', 'RDATE', 'EXDATE', 'EXRULE', 'STATUS'];

/**
 * Stamps a changed event: DTSTAMP, LAST-MODIFIED, and SEQUENCE if it is a new revision. An attendee's copy keeps the
 * organizer's SEQUENCE, or the next invitation would seem old. Returns an unchanged event itself.
 */
export function stampRevision(
  before: Component,
  after: Component,
  context: EditContext,
  lineEnd: LineEnd,
): Component {
  if (printNode(before) === printNode(after)) return before;
  const now = printDateTime({ kind: 'utc', wall: utcWall(context.now) });
  let next = setLine(after, 'DTSTAMP', now, lineEnd);
  next = setLine(next, 'LAST-MODIFIED', now, lineEnd);
  if (!isOwn(before, context) || significant(before) === significant(after)) return next;
  const sequence = Number.parseInt(property(before, 'SEQUENCE')?.value ?? '0', 10);
  return setLine(next, 'SEQUENCE', String((Number.isSafeInteger(sequence) ? sequence : 0) + 1), lineEnd);
}

/** Replaces events: a changed event becomes a new revision, and undefined removes it. */
export function revised(
  { lineEnd }: Pick<OpenObject, 'lineEnd'>,
  context: EditContext,
  ...changes: readonly (readonly [Component, Component | undefined])[]
): Replacements {
  return new Map(
    changes.map(([before, after]) => [
      before,
      after === undefined ? [] : [stampRevision(before, after, context, lineEnd)],
    ]),
  );
}

function significant(event: Component): string {
  return SIGNIFICANT.flatMap((name) => properties(event, name).map(({ raw }: Property) => raw)).join('');
}

function isOwn(event: Component, { organizer }: EditContext): boolean {
  const line = property(event, 'ORGANIZER');
  return line === undefined || organizer === undefined || addressOf(line) === addressOf(organizer);
}

function setLine(event: Component, name: string, value: string, lineEnd: LineEnd): Component {
  const old = property(event, name);
  return setProperty(
    event,
    old === undefined ? makeProperty(name, value, [], lineEnd) : replaceValue(old, value),
  );
}
