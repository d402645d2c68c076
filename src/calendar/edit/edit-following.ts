import type { EventChanges } from '../../../compilers/plan/write-plan.js';
import { type Component, property, replaceChild, withChildren } from '../text/component.js';
import { replaceValue } from '../text/content-line.js';
import { editAll } from './edit-all.js';
import type { EditContext, EditPlace, EditResult } from './event/edit-context.js';
import { printObject } from './event/open-object.js';
import { findOccurrence, firstOccurrence, type OpenSeries, openSeries } from './event/open-series.js';
import { revised } from './event/stamp-revision.js';
import { splitSeries, withUid } from './split-series.js';

interface SplitPlace extends Pick<EditPlace, 'apart'> {
  readonly recurrenceId: string;
}

/**
 * Edits an occurrence and all after it: ends the series before it and puts the changed rest into a new object with a
 * new UID. Undefined if that is the whole series.
 */
export function editFollowing(
  target: OpenSeries,
  changes: EventChanges,
  { recurrenceId, apart = false }: SplitPlace,
  context: EditContext,
): EditResult | undefined {
  const { master, series } = target;
  const { wall } = findOccurrence(target, recurrenceId);
  const first = firstOccurrence(target);
  const isWhole = first === undefined || wall <= first;
  // If all earlier starts are excluded, a new rule still begins here, so that its COUNT does not include them.
  if (isWhole && !(changes.recurrence && wall > series.span.start)) return undefined;
  const { before, after } = splitSeries(target, wall);

  const uid = context.newUid();
  const ofNewSeries = (event: Component): Component => (isWhole ? event : withUid(event, uid));
  const newMaster = ofNewSeries(after.master);
  const overrides = after.overrides.map(ofNewSeries);
  // Only the events move: a task of the same object would bring the old UID along.
  const rest = target.calendar.children.filter(
    (node) => node.kind !== 'component' || !['VEVENT', 'VTODO', 'VJOURNAL'].includes(node.name),
  );
  const calendar = withChildren(target.calendar, [...rest, newMaster, ...overrides]);
  const nodes = target.nodes.map((node) => (node === target.calendar ? calendar : node));
  const second = openSeries({ ...target, nodes, calendar, overrides }, newMaster);
  const edited = editAll(second, changes, { scope: 'following', recurrenceId }, context);
  const same = [...edited.replacements].every(([event, by]) => by.length === 1 && by[0] === event);
  const { named, notes } = edited;
  if (isWhole) return { ics: printObject(second, edited.replacements, context.zones), named, notes };
  if (same && !apart) return { ics: printObject(target, new Map(), context.zones), named, notes };
  const born = [...edited.replacements].map(([event, by]) => [event, by.map(asFirstRevision)] as const);
  const gone = target.overrides.filter((override) => !before.overrides.includes(override));
  const changed = gone.map((override) => [override, undefined] as const);
  return {
    ics: printObject(target, revised(target, context, [master, before.master], ...changed), context.zones),
    split: { uid, ics: printObject(second, new Map(born), context.zones) },
    named,
    notes,
  };
}

/** A new UID starts its own revision count. */
function asFirstRevision(event: Component): Component {
  const line = property(event, 'SEQUENCE');
  return line === undefined ? event : replaceChild(event, line, replaceValue(line, '0'));
}
