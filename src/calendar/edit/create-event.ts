import type { CreateData } from '../../../compilers/plan/write-plan.js';
import { utcWall } from '../../../schemas/model/time.js';
import {
  addProperty,
  type Component,
  makeComponent,
  printNode,
  property,
  withChildren,
} from '../text/component.js';
import { escapeText, makeProperty, type Parameter } from '../text/content-line.js';
import { printDateTime } from '../text/date-time.js';
import { instantOf, timeProperty } from '../text/time-form.js';
import { writeVtimezone } from '../zones/write-vtimezone.js';
import { newSpan, refuseUndated } from './event/changed-span.js';
import type { EditContext } from './event/edit-context.js';
import { editFields } from './event/edit-fields.js';
import { type EventSpan, endIn } from './event/event-span.js';
import { newRule } from './event/new-rule.js';
import { type Notation, zonesFor } from './event/open-object.js';
import { setSpan } from './event/set-times.js';

export const PRODID = '-//calendar-builder-mcp//EN';

/**
 * A new VCALENDAR with one event or task, as strict servers require: always DTEND, a VTIMEZONE for each TZID, no
 * METHOD (RFC 4791 §4.1). All-day events are free by default, as in other programs. A start off its rule moves to the
 * first one on it (RFC 5545 §3.8.5.3). `notes` collects notes for the answer.
 */
export function createEvent(data: CreateData, context: EditContext, notes: string[] = []): string {
  const span = newSpan(data, context);
  if (data.recurrence) refuseUndated(span);
  const rule = data.recurrence ? newRule(data.recurrence, span) : undefined;
  notes.push(...(rule?.notes ?? []));
  const start = rule?.start ?? span.start;
  const stamp = printDateTime({ kind: 'utc', wall: utcWall(context.now) });
  const bare = makeComponent(data.isTask ? 'VTODO' : 'VEVENT', [
    makeProperty('UID', context.uid),
    makeProperty('DTSTAMP', stamp),
    makeProperty('CREATED', stamp),
    makeProperty('LAST-MODIFIED', stamp),
    makeProperty('SEQUENCE', '0'),
  ]);
  const zone: Component[] =
    span.form.kind === 'zoned' ? [writeVtimezone(span.form.zone, instantOf(start, span.form))] : [];
  const calendar = makeComponent('VCALENDAR', [
    makeProperty('VERSION', '2.0'),
    makeProperty('PRODID', PRODID),
    makeProperty('CALSCALE', 'GREGORIAN'),
    ...zone,
  ]);
  const notation: Notation = { zones: zonesFor(calendar, context), lineEnd: '\r\n' };
  const linked =
    data.parent && !data.isTask
      ? addProperty(bare, makeProperty('RELATED-TO', escapeText(data.parent), occurrenceOf(data)))
      : bare;
  const timed = data.isTask
    ? setSpan(bare, { ...span, start }, notation.zones, notation.lineEnd)
    : withTimes(linked, { ...span, start }, notation);
  const event = (rule?.properties ?? []).reduce(addProperty, timed);
  // An absence is busy, even all day.
  const isAway = data.kind === 'out_of_office' && (data.busy ?? null) === null;
  const isDay = !data.isTask && span.form.kind === 'date';
  const isFree = isDay && (data.busy ?? null) === null && !isAway;
  const fields = isFree ? { ...data, busy: false } : data;
  const edited = editFields(event, fields, notation, context);
  // Some clients treat all-day events without TRANSP as free.
  const isTaken = (data.busy === true || isAway) && property(edited, 'TRANSP') === undefined;
  const filled = isTaken ? addProperty(edited, makeProperty('TRANSP', 'OPAQUE')) : edited;
  return printNode(withChildren(calendar, [...calendar.children, filled]));
}

/** RELATED-TO can name only a whole series, so a parameter names the occurrence. */
function occurrenceOf({ parentOccurrence }: CreateData): readonly Parameter[] {
  return parentOccurrence === undefined ? [] : [{ name: 'X-RECURRENCE-ID', values: [parentOccurrence] }];
}

function withTimes(event: Component, span: EventSpan, { zones }: Notation): Component {
  const end = endIn(span, span.form, zones.utc);
  return [
    timeProperty('DTSTART', [span.start], span.form),
    timeProperty('DTEND', [end.wall], end.form),
  ].reduce(addProperty, event);
}
