import { isDeepStrictEqual } from 'node:util';
import { dayOfWall, printDate } from '../../../compilers/time/civil.js';
import type { ChangedFields } from '../../../schemas/answers/write-data.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import { isRecord } from '../../../schemas/model/is-record.js';
import { describeRule } from '../../calendar/rules/describe-rule.js';
import type { ProjectContext } from '../../rows/project/event-cells.js';
import { projectFull, projectRow } from '../../rows/project/project-row.js';
import { Repetition } from '../../rows/project/repetition.js';
import { truncateTexts } from '../../rows/truncate-texts.js';

/** Set by the store, or shown by other fields. */
const NOT_COMPARED = new Set([
  'id',
  'seriesId',
  'originalStart',
  'day',
  'startLocal',
  'etag',
  'created',
  'createdBy',
  'createdByClient',
  'updated',
  'external',
  'recurring',
  'recurrence',
  'priorityNumber',
  'completed',
]);

const LISTS = new Set(['attendees', 'reminders', 'tags', 'attachments']);

/** Most added, and most removed, list members in an answer. */
const NAMED = 20;
/** Most characters of each version of a text, and how many of them before the first difference. */
const MOST_CHARACTERS = 160;
const BEFORE = 20;

/**
 * Each changed field as `[before, after]`, null if unset. A list has what was added and removed, in the form
 * of a call; a rule has its words.
 */
export function changedFields(before: Occurrence, after: Occurrence, context: ProjectContext): ChangedFields {
  const was: Cells = projectFull(before, context);
  const is: Cells = projectFull(after, context);
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  const changed = names
    .filter((name) => !NOT_COMPARED.has(name) && !isDeepStrictEqual(was[name], is[name]))
    .map((name): readonly [string, unknown] => {
      if (name !== 'end') return [name, changeOf(name, was[name], is[name])];
      // If the length is the same, the start says it all.
      if (lengthOf(before) === lengthOf(after)) return [name, undefined];
      return [name, [before, after].map((row) => projectRow(row, ['start', 'end'], context).end)];
    });
  return Object.fromEntries([
    ...changed.filter(([, change]) => change !== undefined),
    ...repetitionChanges(before, after, context),
  ]);
}

type Cells = Readonly<Record<string, unknown>>;

/** Equal for equal lengths of the same kind. */
function lengthOf({ allDay, start, end, startWall, endWall }: Occurrence): string {
  return allDay ? `${endWall - startWall} of days` : `${end - start}`;
}

function changeOf(name: string, was: unknown, is: unknown): unknown {
  if (LISTS.has(name)) return listChange(was, is);
  if (name === 'metadata') return membersThatDiffer(was, is);
  if (typeof was === 'string' && typeof is === 'string') return textsAround(was, is);
  return [shortened(was), shortened(is)];
}

/** The rule in words, and the exclusions, which move with a changed start. */
function repetitionChanges(
  before: Occurrence,
  after: Occurrence,
  { viewer }: ProjectContext,
): readonly (readonly [string, unknown])[] {
  const describe = ({ rrule, repetition }: Occurrence) =>
    rrule !== undefined && repetition instanceof Repetition ? repetition.describe(rrule, viewer).text : null;
  const words = [describe(before), describe(after)];
  const rules = [before.rrule ?? null, after.rrule ?? null];
  // If both have the same last occurrence, shows the ends that the rules name.
  const ends = rules.map((rule) => rule && describeRule(rule, viewer));
  const told = [words, ends].find(([was, is]) => was !== is) ?? rules;
  const excluded = ({ repetition }: Occurrence) =>
    repetition instanceof Repetition ? repetition.exclusions(viewer) : [];
  // After a split, earlier exclusions stay with the old part.
  const from = before.uid === after.uid ? '' : printDate(dayOfWall(before.startWall));
  const isMoved = before.start !== after.start || before.rrule === undefined || after.rrule === undefined;
  const exclude = isMoved
    ? undefined
    : listChange(
        excluded(before).filter((start) => start >= from),
        excluded(after),
      );
  return [
    ...(rules[0] === rules[1] ? [] : [['recurrence', told] as const]),
    ...(exclude === undefined ? [] : [['exclude', exclude] as const]),
  ];
}

/** Members added to and removed from a list; undefined if only its order changed. */
function listChange(was: unknown, is: unknown): Record<string, unknown> | undefined {
  const [old, now] = [was, is].map((list) => (Array.isArray(list) ? list.map(inShort) : []));
  if (old === undefined || now === undefined) return undefined;
  const [added, removed] = [without(now, old), without(old, now)];
  if (added.length + removed.length === 0) return undefined;
  const more = Math.max(0, added.length - NAMED) + Math.max(0, removed.length - NAMED);
  return {
    ...(added.length > 0 && { added: added.slice(0, NAMED) }),
    ...(removed.length > 0 && { removed: removed.slice(0, NAMED) }),
    ...(more > 0 && { more }),
  };
}

/** Members of a list that the other one lacks, counting duplicates. */
function without(list: readonly unknown[], other: readonly unknown[]): readonly unknown[] {
  const left = other.map((member) => JSON.stringify(member));
  return list.filter((member) => {
    const at = left.indexOf(JSON.stringify(member));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** A person or a reminder without default values. */
function inShort(member: unknown): unknown {
  if (!isRecord(member)) return member;
  const { role, response, type, ...rest } = member;
  const changes = {
    ...rest,
    ...(role !== undefined && role !== 'required' && { role }),
    ...(response !== undefined && response !== 'needs_action' && { response }),
    ...(type !== undefined && type !== 'display' && { type }),
  };
  const [only, ...others] = Object.values(changes);
  return others.length === 0 ? only : changes;
}

function membersThatDiffer(was: unknown, is: unknown): readonly unknown[] {
  const [old, now] = [was, is].map((side) => (isRecord(side) ? Object.entries(side) : []));
  const differing = (own: typeof old, other: typeof old) => {
    const known = new Map(other);
    const members = (own ?? []).filter(([key, value]) => !isDeepStrictEqual(known.get(key), value));
    return members.length === 0 ? null : shortened(Object.fromEntries(members));
  };
  return [differing(old, now), differing(now, old)];
}

/** Two texts; if they are long, cut to where they start to differ. */
function textsAround(was: string, is: string): readonly string[] {
  let same = 0;
  while (same < was.length && was[same] === is[same]) same++;
  const from = Math.max(was.length, is.length) <= MOST_CHARACTERS ? 0 : Math.max(0, same - BEFORE);
  return [cut(was, from), cut(is, from)];
}

function cut(text: string, from = 0): string {
  const part = text.slice(from, from + MOST_CHARACTERS).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
  const isEnd = from + MOST_CHARACTERS >= text.length;
  return `${from === 0 ? '' : '…'}${part}${isEnd ? '' : `… [${text.length} characters]`}`;
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return cut(value);
  return isRecord(value) ? truncateTexts(value) : (value ?? null);
}
