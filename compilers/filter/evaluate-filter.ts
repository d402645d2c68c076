import { hexOfColor } from '../../schemas/model/color-names.js';
import type { Occurrence } from '../../schemas/model/event.js';
import { isUndated, priorityWord } from '../../schemas/model/task.js';
import type { Instant } from '../../schemas/model/time.js';
import type { Predicate } from '../plan/predicate.js';
import { dayOfWall, isoWeekday, MINUTE, timeOfWall } from '../time/civil.js';
import { isCalendarNamed } from './calendar-name.js';
import { foldText } from './fold-text.js';
import { testsPeople, testsTags } from './match-set.js';
import { isEmptyField, testsText } from './match-text.js';
import { takesTime } from './takes-time.js';

export type OccurrenceTest = (occurrence: Occurrence) => boolean;

/** Tests the whole filter, even the parts that a backend has already applied. */
export function compileFilterTest(predicate: Predicate): OccurrenceTest {
  return compileTest(predicate, rememberFolds());
}

/** Folds with a cache: members of a series share their texts. */
function rememberFolds(): (text: string) => string {
  const folded = new Map<string, string>();
  return (text) => {
    const known = folded.get(text);
    if (known !== undefined) return known;
    const fresh = foldText(text);
    folded.set(text, fresh);
    return fresh;
  };
}

function compileTest(predicate: Predicate, fold: (text: string) => string): OccurrenceTest {
  switch (predicate.kind) {
    case 'and': {
      const tests = predicate.of.map((part) => compileTest(part, fold));
      return (occurrence) => tests.every((test) => test(occurrence));
    }
    case 'or': {
      const tests = predicate.of.map((part) => compileTest(part, fold));
      return (occurrence) => tests.some((test) => test(occurrence));
    }
    case 'not': {
      const test = compileTest(predicate.of, fold);
      return (occurrence) => !test(occurrence);
    }
    case 'id': {
      const ids = new Set(predicate.ids);
      return ({ id, seriesId, uid, recurrenceId }) =>
        ids.has(id) ||
        ids.has(uid) ||
        (seriesId !== undefined && ids.has(seriesId)) ||
        (recurrenceId !== undefined && ids.has(`${uid}/${recurrenceId}`));
    }
    case 'calendar': {
      const { op, names } = predicate;
      const named = new Map<string, boolean>();
      return ({ calendar }) => {
        const known = named.get(calendar.id) ?? names.some((name) => isCalendarNamed(calendar, name));
        named.set(calendar.id, known);
        return known === (op === 'any');
      };
    }
    case 'time':
      return testsTime(predicate);
    case 'text':
      return testsText(predicate, fold);
    case 'empty': {
      const { field, value } = predicate;
      return (occurrence) => isEmptyField(occurrence, field) === value;
    }
    case 'set':
      return predicate.field === 'tags' ? testsTags(predicate, fold) : testsPeople(predicate, fold);
    case 'status': {
      const values = new Set(predicate.values);
      return ({ status, task }) => values.has(task?.status ?? status);
    }
    case 'priority': {
      const values = new Set(predicate.values);
      return ({ task }) => task !== undefined && values.has(priorityWord(task.priority) ?? 'none');
    }
    case 'parent': {
      const ids = new Set(predicate.ids);
      return ({ task }) => task?.parent !== undefined && ids.has(task.parent);
    }
    case 'value':
      return testsValue(predicate);
    case 'response': {
      const values = new Set(predicate.values);
      return ({ myResponse }) => myResponse !== undefined && values.has(myResponse);
    }
    case 'creator':
      return ({ createdBy }) => createdBy === predicate.value;
    case 'flag':
      return testsFlag(predicate);
    case 'duration': {
      const { field, min = 0, max = Number.POSITIVE_INFINITY } = predicate;
      return (occurrence) => {
        const minutes =
          field === 'durationMinutes' ? durationMinutes(occurrence) : occurrence.task?.estimateMinutes;
        return minutes !== undefined && minutes >= min && minutes <= max;
      };
    }
    case 'weekday': {
      const days = new Set(predicate.days);
      return ({ startWall }) => days.has(isoWeekday(dayOfWall(startWall)));
    }
    case 'timeOfDay':
      return testsTimeOfDay(predicate);
  }
}

/** All-day events never match: they have no time of day. */
function testsTimeOfDay(predicate: Predicate & { kind: 'timeOfDay' }): OccurrenceTest {
  const { after = 0, before = Number.POSITIVE_INFINITY } = predicate;
  return ({ startWall, allDay }) => {
    const minutes = timeOfWall(startWall) / MINUTE;
    return !allDay && minutes >= after && minutes < before;
  };
}

function testsValue({ field, values }: Predicate & { kind: 'value' }): OccurrenceTest {
  const wanted = new Set(values.map(hexOfColor));
  return ({ [field]: value = '' }) => value !== '' && wanted.has(hexOfColor(value));
}

/** An all-day event counts 24 hours per day, even when the clocks change. */
export function durationMinutes(occurrence: Occurrence): number {
  const { allDay, start, end, startWall, endWall } = occurrence;
  return (allDay ? endWall - startWall : end - start) / MINUTE;
}

/** True if an event overlaps [from, to); an event without length has to lie inside (RFC 4791 §9.9). */
export function overlaps(start: Instant, end: Instant, from: Instant, to: Instant): boolean {
  return start < to && (end > from || (start === end && start >= from));
}

function testsTime(predicate: Predicate & { kind: 'time' }): OccurrenceTest {
  const isBounded = predicate.from !== undefined || predicate.to !== undefined;
  const { field, from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = predicate;
  if (field === 'when')
    return ({ start, end, task }) =>
      overlaps(start, end, from, to) && !(isBounded && task && isUndated(task));
  if (predicate.from === undefined && predicate.to === undefined) return () => true;
  return (occurrence) => {
    const instant = instantOf(occurrence, field);
    return instant !== undefined && instant >= from && instant < to;
  };
}

/** The instant of a field; undefined for a task without that date. */
function instantOf(
  row: Occurrence,
  field: Exclude<(Predicate & { kind: 'time' })['field'], 'when'>,
): Instant | undefined {
  const { task } = row;
  switch (field) {
    case 'due':
      return task?.hasDue ? endOf(row) : undefined;
    case 'completed':
      return task?.completed;
    case 'start':
      return task === undefined || task.hasStart ? row.start : undefined;
    case 'end':
      return task === undefined || task.hasDue ? endOf(row) : undefined;
    case 'created':
    case 'updated':
      return row[field];
  }
}

/** All-day events end on their last day, as we print them, not at the midnight after it. */
function endOf({ allDay, start, end }: Occurrence): Instant {
  return allDay ? Math.max(start, end - 1) : end;
}

function testsFlag({ field, value }: Predicate & { kind: 'flag' }): OccurrenceTest {
  switch (field) {
    case 'busy':
      return (occurrence) => takesTime(occurrence) === value;
    case 'hasConflict':
      return ({ hasConflict = false }) => hasConflict === value;
    case 'hasDue':
      return ({ task }) => (task?.hasDue ?? false) === value;
    case 'allDay':
    case 'recurring':
    case 'external':
    case 'deleted':
      return (occurrence) => occurrence[field] === value;
  }
}
