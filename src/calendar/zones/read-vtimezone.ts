import { LRUCache } from 'lru-cache';
import { DAY, HOUR, MINUTE, SECOND } from '../../../compilers/time/civil.js';
import type { Zone } from '../../../compilers/time/zone.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { ALL_TIME, type Instant, type Wall } from '../../../schemas/model/time.js';
import { meterOf } from '../rules/expansion-budget.js';
import { parseRule } from '../rules/rule.js';
import { compileRule, type Occurrences } from '../rules/rule-occurrences.js';
import { type Component, components, printNode, properties, property } from '../text/component.js';
import { parseDateTime } from '../text/date-time.js';
import { type OffsetSource, type Transition, tableZone } from './zone-table.js';

/** One STANDARD or DAYLIGHT (RFC 5545 §3.6.5). Onsets are wall times in the offset before them. */
interface Observance {
  readonly before: number;
  readonly after: number;
  readonly single: readonly Wall[];
  readonly rules: readonly Occurrences[];
}

/** Zone rules are yearly; this is plenty for a few years. */
const BUDGET = { steps: 50_000, results: 2_000 };

/** Maximum number of changes, and of kinds of them, in a definition: no real zone has as many. */
const MOST_CHANGES = 1_000;

/** Cache by the text of the definition: every object of a calendar has the same one. */
const known = new LRUCache<string, { readonly zone: Zone | undefined }>({ max: 100 });

/** The zone that a VTIMEZONE defines; undefined if it is unreadable. */
export function readVtimezone(id: string, definition: Component): Zone | undefined {
  const key = `${id}\n${printNode(definition)}`;
  if (key.length > 20_000) return readZone(id, definition);
  let entry = known.get(key);
  if (entry === undefined) {
    entry = { zone: readZone(id, definition) };
    known.set(key, entry);
  }
  return entry.zone;
}

function readZone(id: string, definition: Component): Zone | undefined {
  try {
    const written = [
      ...components(definition.children, 'STANDARD'),
      ...components(definition.children, 'DAYLIGHT'),
    ];
    if (written.length > MOST_CHANGES) return undefined;
    const observances = written.map(readObservance);
    if (observances.reduce((sum, { single, rules }) => sum + single.length + rules.length, 0) > MOST_CHANGES)
      return undefined;
    if (observances.length === 0) return undefined;
    const zone = tableZone(id, observanceSource(observances));
    // Tries the rules where they cost most, so that no expansion meets an unusable definition.
    zone.offsetAt(ALL_TIME.to - DAY);
    return zone;
  } catch (error) {
    if (error instanceof CalendarError) return undefined;
    throw error;
  }
}

function readObservance(component: Component): Observance {
  const before = readOffset(property(component, 'TZOFFSETFROM')?.value);
  const after = readOffset(property(component, 'TZOFFSETTO')?.value);
  const start = readOnset(property(component, 'DTSTART')?.value);
  if (before === undefined || after === undefined || start === undefined) {
    throw new CalendarError('INVALID_ICS', 'A time zone definition is incomplete.');
  }
  const single = properties(component, 'RDATE').flatMap((line) =>
    line.value.split(',').flatMap((value) => readOnset(value) ?? []),
  );
  const rules = properties(component, 'RRULE').map((line) => {
    const rule = parseRule(line.value);
    const until =
      rule.until === undefined
        ? Infinity
        : rule.until.kind === 'utc'
          ? rule.until.instant + before
          : rule.until.kind === 'local'
            ? rule.until.wall
            : (rule.until.day + 1) * DAY - 1;
    return compileRule(rule, start, { until, anchored: true });
  });
  return { before, after, single: [start, ...single], rules };
}

function readOnset(text: string | undefined): Wall | undefined {
  const value = text === undefined ? undefined : parseDateTime(text);
  return value === undefined ? undefined : value.kind === 'date' ? value.day * DAY : value.wall;
}

/** Some writers omit the plus sign, a zero or the minutes. */
export function readOffset(text: string | undefined): number | undefined {
  const match = /^([+-]?)(\d{1,2}?)(?::?(\d\d))?(?::?(\d\d))?$/.exec(text?.trim() ?? '');
  if (match === null) return undefined;
  const size = Number(match[2]) * HOUR + Number(match[3] ?? 0) * MINUTE + Number(match[4] ?? 0) * SECOND;
  return match[1] === '-' ? -size + 0 : size;
}

function observanceSource(observances: readonly Observance[]): OffsetSource {
  const onsetOf = ({ single, before }: Observance): Instant =>
    single.reduce((a, b) => Math.min(a, b)) - before;
  // Before the first onset, its old offset applies.
  const first = [...observances].sort((a, b) => onsetOf(a) - onsetOf(b))[0];

  function onsets(from: Instant, to: Instant): Transition[] {
    const meter = meterOf(BUDGET);
    const found = observances.flatMap(({ before, after, single, rules }) =>
      [
        ...single.filter((wall) => wall - before > from && wall - before <= to),
        ...rules.flatMap((rule) => rule.between(from + before + 1, to + before + 1, meter)),
      ].map((wall) => ({ at: wall - before, before, after })),
    );
    return found.sort((a, b) => a.at - b.at);
  }

  function offsetAt(instant: Instant): number {
    // The latest onset decides: look back one year, then ten, then to the beginning.
    for (const span of [400 * DAY, 3660 * DAY]) {
      const latest = onsets(instant - span, instant).at(-1);
      if (latest !== undefined) return latest.after;
    }
    const latest = onsets(ALL_TIME.from - DAY, instant).at(-1);
    if (latest !== undefined) return latest.after;
    return first?.before ?? 0;
  }

  return {
    offsetAt,
    transitions(from, to) {
      let offset = offsetAt(from);
      const changes: Transition[] = [];
      for (const { at, after } of onsets(from, to)) {
        if (after !== offset) changes.push({ at, before: offset, after });
        offset = after;
      }
      return changes;
    },
  };
}
