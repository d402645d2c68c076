import { occurrenceId } from '../../series/recurrence-set.js';
import { type Component, printNode, withChildren } from '../../text/component.js';
import { detachedOccurrence } from '../edit-object.js';
import { editThis, newOverride } from '../edit-this.js';
import { changeTask } from '../event/change-task.js';
import type { EditContext, EditPlace } from '../event/edit-context.js';
import { openObject, printObject } from '../event/open-object.js';
import { findOccurrence, type OpenSeries, openSeries, originalStart } from '../event/open-series.js';
import { revised } from '../event/stamp-revision.js';
import type { CompletedTask } from './complete-task.js';
import { isOpenTask, lastClosed } from './task-state.js';

const OPEN = 'The task is open; nothing was written.';

/** Properties that completing or just saving an occurrence sets on it. */
const BOOKKEEPING = new Set([
  'DTSTAMP',
  'LAST-MODIFIED',
  'CREATED',
  'SEQUENCE',
  'STATUS',
  'COMPLETED',
  'PERCENT-COMPLETE',
]);

/**
 * Reopens what is done or cancelled: a task, one occurrence (by default the last closed one), or with scope `all`
 * everything. An occurrence with no other changes becomes a normal one of its series again.
 */
export function reopenTask(ics: string, place: EditPlace, context: EditContext): CompletedTask {
  const opened = openObject(ics, context);
  const { master, overrides, lineEnd } = opened;
  const { scope, recurrenceId } = place;
  const target = master && openSeries(opened, master);
  const recurs = target !== undefined && (target.series.recurring || overrides.length > 0);
  if (target === undefined || !recurs || scope === 'all') {
    const named = target === undefined ? recurrenceId : undefined;
    const events =
      named === undefined ? [...(master ? [master] : []), ...overrides] : detachedOccurrence(opened, named);
    const reopened = events.map((todo) => [todo, reopenedIn(target, todo)] as const);
    const next = printObject(opened, revised(opened, context, ...reopened), context.zones);
    return { ics: next, named, notes: next === ics ? [OPEN] : [] };
  }
  const last = lastClosed(target);
  const id = recurrenceId ?? (last === undefined ? undefined : occurrenceId(last, target.series.span));
  if (id === undefined) {
    const whole = reopenTask(ics, { scope: 'all' }, context);
    return { ...whole, ...(whole.ics !== ics && { isWhole: true }) };
  }
  const { override } = findOccurrence(target, id);
  const replacements =
    override === undefined
      ? editThis(target, { status: 'open' }, id, context).replacements
      : revised(target, context, [override, reopenedIn(target, override)]);
  const next = isOpenTask(override ?? target.master) ? ics : printObject(target, replacements, context.zones);
  return { ics: next, named: id, notes: next === ics ? [OPEN] : [] };

  function reopenedIn(series: OpenSeries | undefined, todo: Component): Component | undefined {
    if (isOpenTask(todo)) return todo;
    const next = changeTask(todo, { status: 'open' }, context.now, lineEnd);
    return series !== undefined && todo !== master && isRegular(series, next) ? undefined : next;
  }
}

/** True if an occurrence matches its series, so that removing it loses nothing. */
function isRegular(target: OpenSeries, override: Component): boolean {
  const wall = originalStart(override, target.series, target.zones);
  if (wall === undefined || !isOpenTask(target.master)) return false;
  if (target.series.between(wall, wall + 1).length === 0) return false;
  return contentOf(override) === contentOf(newOverride(target, wall));
}

function contentOf(todo: Component): string {
  const kept = todo.children.filter((node) => node.kind !== 'property' || !BOOKKEEPING.has(node.name));
  return withChildren(todo, kept).children.map(printNode).sort().join('');
}
