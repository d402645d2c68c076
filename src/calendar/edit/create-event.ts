import type { EventData } from '../../../compilers/plan/write-plan.js';
import { utcWall } from '../../../schemas/model/time.js';
import {
  addProperty,
  type Component,
  makeComponent,
  printNode,
  property,
  withChildren,
} from '../text/component.js';
import { makeProperty } from '../text/content-line.js';
import { printDateTime } from '../text/date-time.js';
import { formInZone, instantOf, timeProperty } from '../text/time-form.js';
import { writeVtimezone } from '../zones/write-vtimezone.js';
import type { EditContext } from './event/edit-context.js';
import { editFields } from './event/edit-fields.js';
import { endIn, newSpan } from './event/event-span.js';
import { newRule } from './event/new-rule.js';
import { type Notation, objectZones } from './event/open-object.js';

export const PRODID = '-//calendar-builder-mcp//EN';

/**
 * A new VCALENDAR with one event, as strict servers ask for it: DTEND always, a VTIMEZONE for each TZID, no METHOD
 * (RFC 4791 §4.1). All-day events are free unless they say otherwise, as calendar programs make them. A start that is not on its rule moves to the first one that is (RFC 5545 §3.8.5.3).
 * `notes` collects remarks for the answer.
 */
export function createEvent(data: EventData, context: EditContext, notes: string[] = []): string {
  const span = newSpan(data, context);
  const rule = data.recurrence ? newRule(data.recurrence, span) : undefined;
  notes.push(...(rule?.notes ?? []));
  const start = rule?.start ?? span.start;
  const end = endIn({ ...span, start }, span.form, formInZone('UTC', context.zones).zone);
  const stamp = printDateTime({ kind: 'utc', wall: utcWall(context.now) });
  const event = makeComponent('VEVENT', [
    makeProperty('UID', context.uid),
    makeProperty('DTSTAMP', stamp),
    makeProperty('CREATED', stamp),
    makeProperty('LAST-MODIFIED', stamp),
    makeProperty('SEQUENCE', '0'),
    timeProperty('DTSTART', [start], span.form),
    timeProperty('DTEND', [end.wall], end.form),
    ...(rule?.properties ?? []),
  ]);
  const zone: Component[] =
    span.form.kind === 'zoned' ? [writeVtimezone(span.form.zone, instantOf(start, span.form))] : [];
  const calendar = makeComponent('VCALENDAR', [
    makeProperty('VERSION', '2.0'),
    makeProperty('PRODID', PRODID),
    makeProperty('CALSCALE', 'GREGORIAN'),
    ...zone,
  ]);
  const isFree = span.form.kind === 'date' && (data.busy ?? null) === null;
  const fields = isFree ? { ...data, busy: false } : data;
  const notation: Notation = { zones: objectZones(calendar, context), lineEnd: '\r\n' };
  const edited = editFields(event, fields, notation, context);
  // Some clients take days that do not say it for free.
  const isTaken = data.busy === true && property(edited, 'TRANSP') === undefined;
  const filled = isTaken ? addProperty(edited, makeProperty('TRANSP', 'OPAQUE')) : edited;
  return printNode(withChildren(calendar, [...calendar.children, filled]));
}
