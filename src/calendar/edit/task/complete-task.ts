import { CalendarError } from '../../../../schemas/model/error.js';
import type { Instant, Wall } from '../../../../schemas/model/time.js';
import { occurrenceId } from '../../series/recurrence-set.js';
import { lengthTo, readSpan, spanEnd } from '../../series/span.js';
import { type Component, property } from '../../text/component.js';
import { isExact } from '../../text/time-form.js';
import { copyEvent } from '../copy-event.js';
import { detachedOccurrence } from '../edit-object.js';
import { editThis } from '../edit-this.js';
import { changeTask } from '../event/change-task.js';
import type { EditContext, EditPlace, EditResult } from '../event/edit-context.js';
import { type OpenObject, openObject, printObject } from '../event/open-object.js';
import {
  findOccurrence,
  type NamedOccurrence,
  type OpenSeries,
  openSeries,
  originalStart,
  overridesOf,
} from '../event/open-series.js';
import { setSpan } from '../event/set-times.js';
import { revised } from '../event/stamp-revision.js';
import { splitSeries } from '../split-series.js';
import type { TaskHabit } from './task-habit.js';
import { isOpenTask, nextOpen, statusOf } from './task-state.js';

export interface Completion {
  readonly at: Instant;
  readonly habit: TaskHabit;
}

export interface CompletedTask extends EditResult {
  readonly ics: string;
  /** The occurrence that is done and has left the series, which has moved on to `named`. */
  readonly done?: string;
  /** True if reopening one occurrence reopened the whole series, which itself was closed. */
  readonly isWhole?: boolean;
  /** The done occurrence as a separate task. */
  readonly copy?: { readonly uid: string; readonly ics: string };
}

const DONE = 'The task is done already; nothing was written.';
const CANCELLED =
  'The series is cancelled; nothing was written. Reopen it before one of its occurrences is done.';
const KEPT_APART =
  'Other programs of this list move a series on when an occurrence is done; here that would lose others, so it is done by itself.';
const FROM_COMPLETION =
  'The series says in a form of its own that it goes on from when it was done; this is kept, and not followed.';

/**
 * Completes a task, one occurrence of a series (by default the first open one), or with scope `all` everything open.
 * The last occurrence completes the series.
 */
export function completeTask(
  ics: string,
  place: EditPlace,
  completion: Completion,
  context: EditContext,
): CompletedTask {
  const opened = openObject(ics, context);
  const { master } = opened;
  const { scope, recurrenceId } = place;
  const target = master && openSeries(opened, master);
  const recurs = target !== undefined && (target.series.recurring || target.overrides.length > 0);
  if (target === undefined || !recurs || scope === 'all') {
    const done = completeAll(opened, target === undefined ? recurrenceId : undefined, completion, context);
    return { ics: done, named: recurrenceId, notes: done === ics ? [DONE] : [] };
  }
  const first = nextOpen(target);
  if (recurrenceId === undefined && first === undefined)
    return { ics, notes: [statusOf(target.master) === 'cancelled' ? CANCELLED : DONE] };
  const found: NamedOccurrence =
    recurrenceId === undefined ? occurrenceAt(target, first ?? 0) : findOccurrence(target, recurrenceId);
  const named = occurrenceId(found.wall, target.series.span);
  if (statusOf(found.override ?? target.master) === 'done') return { ics, named, notes: [DONE] };
  const notes = goesOnFromCompletion(target.master) ? [FROM_COMPLETION] : [];
  if (completion.habit !== 'override') {
    const rolled = found.wall === first ? rollOn(target, found, completion, context) : undefined;
    if (rolled?.named !== undefined && completion.habit === 'copy') {
      const uid = context.newUid();
      const changes = { status: 'done', completed: completion.at } as const;
      const place = { scope: 'this', recurrenceId: named } as const;
      const copy = copyEvent(ics, changes, place, { ...context, uid });
      return { ...rolled, done: named, copy: { uid, ics: copy.ics }, notes };
    }
    if (rolled?.named !== undefined) return { ...rolled, done: named, notes };
    if (rolled !== undefined) return { ...rolled, named, notes };
    notes.push(KEPT_APART);
  }
  const changes = { status: 'done', completed: completion.at } as const;
  const edited = editThis(target, changes, named, context);
  return { ics: printObject(target, edited.replacements, context.zones), named, notes };
}

function occurrenceAt(target: OpenSeries, wall: Wall): NamedOccurrence {
  const [override] = overridesOf(target, wall);
  return { wall, ...(override && { override }) };
}

/** Completes everything open, or only the named occurrence of an object without a master. */
function completeAll(
  opened: OpenObject,
  only: string | undefined,
  { at }: Completion,
  context: EditContext,
): string {
  const { master, overrides, lineEnd } = opened;
  const events =
    only === undefined ? [...(master ? [master] : []), ...overrides] : detachedOccurrence(opened, only);
  // Completes a single target even if it is cancelled; among several, only the open ones.
  const isMeant = (todo: Component) => (events.length === 1 ? statusOf(todo) !== 'done' : isOpenTask(todo));
  const done = { status: 'done', completed: at } as const;
  const changed = events
    .filter(isMeant)
    .map((todo) => [todo, changeTask(todo, done, context.now, lineEnd)] as const);
  return printObject(opened, revised(opened, context, ...changed), context.zones);
}

/**
 * The series from its next occurrence on. Undefined if that would lose something: occurrences already done, or a date
 * that its rule cannot begin with.
 */
function rollOn(
  target: OpenSeries,
  found: NamedOccurrence,
  completion: Completion,
  context: EditContext,
): Omit<CompletedTask, 'notes'> | undefined {
  const { series, master, overrides, zones, lineEnd } = target;
  // Keeps the series: rolling on would reopen a finished one, and an unreadable rule may go on.
  if (!isOpenTask(master) || !series.isKnown) return undefined;
  const next = nextOpen(target, found.wall);
  if (next === undefined) return { ics: completeAll(target, undefined, completion, context) };
  const isKept = (override: Component): boolean =>
    override !== found.override && (originalStart(override, series, zones) ?? next) < next;
  const rest = overrides.some(isKept) ? undefined : restFrom(target, next);
  if (rest === undefined || readSpan(rest, zones).start !== next) return undefined;
  const reset = changeTask(dueByClock(rest, target, next), { status: 'open' }, context.now, lineEnd);
  const gone = found.override ? [[found.override, undefined] as const] : [];
  const replacements = revised(target, context, [master, reset], ...gone);
  return { ics: printObject(target, replacements, context.zones), named: occurrenceId(next, series.span) };
}

/** Keeps a task due at the same time of day when the clocks change. */
function dueByClock(rest: Component, { series, zones, lineEnd }: OpenSeries, next: Wall): Component {
  const { span } = series;
  const { form } = span;
  if (!isExact(form) || property(rest, 'DUE') === undefined) return rest;
  const due = { form, wall: spanEnd(span) + next - span.start };
  return setSpan(rest, { ...span, start: next, length: lengthTo({ form, wall: next }, due) }, zones, lineEnd);
}

/** The series from that start on, with its remaining COUNT. */
function restFrom(target: OpenSeries, next: Wall): Component | undefined {
  if (target.series.between(next, next + 1).length === 0) return undefined;
  try {
    return splitSeries(target, next).after.master;
  } catch (error) {
    if (error instanceof CalendarError && error.code === 'UNSUPPORTED') return undefined;
    throw error;
  }
}

/** Recognizes two nonstandard forms: a part of the rule, or a property. */
function goesOnFromCompletion({ children }: Component): boolean {
  return children.some(
    (node) =>
      node.kind === 'property' &&
      (node.name === 'RRULE' ? /COMPLET/i.test(node.value) : /^X-.*COMPLET/.test(node.name)),
  );
}
