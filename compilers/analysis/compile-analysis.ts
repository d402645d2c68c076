import type { Compiled } from '../../schemas/diagnostics/finding.js';
import { helpTopic } from '../../schemas/help/help.js';
import {
  ANALYSIS_DEFAULTS,
  type AnalysisInput,
  type AnalysisParams,
  type EventAnalysisType,
  type ScopeInput,
} from '../../schemas/input/analysis.js';
import { isBackwards } from '../../schemas/input/filter.js';
import { ALL_TIME } from '../../schemas/model/time.js';
import { attempt, type Compilation, compiled, inZone, violate } from '../compilation.js';
import type { CompileContext } from '../context.js';
import type { AnalysisPlan } from '../plan/analysis-plan.js';
import { allOf, conjuncts } from '../plan/combine.js';
import { boundsTime, type Predicate } from '../plan/predicate.js';
import { ALL_EVENTS, type ReadPlan, withOpenTasks } from '../plan/read-plan.js';
import { compileFilter } from '../query/compile-filter.js';
import { selectCalendars } from '../query/compile-read.js';
import { compileTimeCondition } from '../query/compile-time-condition.js';
import { resolveRange } from '../query/resolve-range.js';
import { MINUTE } from '../time/civil.js';

export function compileAnalysis(input: AnalysisInput, context: CompileContext): Compiled<AnalysisPlan> {
  return compiled(context, 'analysis', input.timezone, (compilation) => analysisPlan(input, compilation));
}

function analysisPlan(analysis: AnalysisInput, compilation: Compilation): AnalysisPlan {
  switch (analysis.type) {
    case 'status':
      return { kind: 'status' };
    case 'help': {
      const topic = analysis.params?.topic;
      attempt(compilation, ['analysis', 'params', 'topic'], () => helpTopic(topic));
      return { kind: 'help', ...(topic !== undefined && { topic }) };
    }
    default: {
      const { type, params = {} } = analysis;
      const defaults = ANALYSIS_DEFAULTS[type];
      const reviewed = analysis.type === 'series_review' ? reviewedSeries(analysis.params, compilation) : [];
      const where = [...conditionsOf(analysis, compilation), ...reviewed].flatMap(conjuncts);
      const { calendars } = analysis.scope ?? {};
      const read: ReadPlan = {
        ...(type === 'plan_tasks'
          ? readAround(where, calendars, compilation)
          : readScope(type, allOf([...where, ...named(calendars)]), compilation)),
        ...(analysis.timezone !== undefined && { isZoneAsked: true }),
      };
      const margin = type === 'availability' ? (analysis.params?.bufferMinutes ?? 0) * MINUTE : 0;
      if (analysis.type === 'availability' || analysis.type === 'plan_tasks')
        checkDay(analysis.params, compilation);
      checkZones(analysis.params, compilation);
      if (analysis.type === 'parse_text') checkText(analysis.params, compilation);
      // A union of plans cannot express that the parameters belong to the type.
      return {
        kind: type,
        read: widened(read, margin),
        ...(type === 'plan_tasks' && { tasks: tasksAsked(where, read) }),
        range: read.range,
        params,
        limit: params.limit ?? defaults.limit,
      } as AnalysisPlan;
    }
  }
}

/** Working hours can have a timezone per entry. */
function checkZones(params: AnalysisInput['params'], compilation: Compilation): void {
  const hours = params !== undefined && 'workingHours' in params ? params.workingHours : undefined;
  const at = ['analysis', 'params', 'workingHours'];
  for (const [index, { timezone }] of [hours ?? []].flat().entries()) {
    if (timezone !== undefined)
      inZone(compilation, timezone, [...at, ...(Array.isArray(hours) ? [index] : []), 'timezone']);
  }
}

function checkDay(
  params: AnalysisParams<'availability' | 'plan_tasks'> = {},
  compilation: Compilation,
): void {
  if (!isBackwards(params.earliest, params.latest)) return;
  const message = '`earliest` must be before `latest`.';
  violate(compilation, ['analysis', 'params', 'latest'], {
    code: 'INVALID_ARGUMENT',
    message,
    fix: { kind: 'remove' },
  });
}

function checkText({ text }: AnalysisParams<'parse_text'> = {}, compilation: Compilation): void {
  if (text !== undefined) return;
  const value = 'Lunch with Ana tomorrow at noon';
  const fix = { kind: 'set', value, isMadeUp: true } as const;
  violate(compilation, ['analysis', 'params', 'text'], {
    code: 'INVALID_ARGUMENT',
    message: 'parse_text needs a `text`.',
    fix,
  });
}

/** Selects the series to mark as reviewed; an occurrence id selects its series. */
function reviewedSeries(
  { operation, id }: AnalysisParams<'series_review'> = {},
  compilation: Compilation,
): readonly Predicate[] {
  const at = ['analysis', 'params', 'id'];
  if (operation === 'update') {
    if (id !== undefined) return [{ kind: 'id', ids: [id.split('/')[0] ?? id] }];
    const message = 'Which series was reviewed? `update` needs its `id`.';
    violate(compilation, at, {
      code: 'INVALID_ARGUMENT',
      message,
      fix: { kind: 'set', value: 'k3v9x2m8qa' },
    });
  } else if (id !== undefined) {
    violate(compilation, at, {
      code: 'INVALID_ARGUMENT',
      message: 'An `id` belongs to `update`.',
      fix: { kind: 'remove' },
    });
  }
  return [];
}

/** The conditions of a scope, except its calendars; always includes a period. */
function conditionsOf(
  { type, scope = {} }: { readonly type: EventAnalysisType; readonly scope?: ScopeInput | undefined },
  compilation: Compilation,
): readonly Predicate[] {
  const { when, filters } = scope;
  const parts: Predicate[] = [];
  const at = ['analysis', 'scope'];
  if (when !== undefined) {
    parts.push(compileTimeCondition('when', when, compilation, [...at, 'when']));
  }
  if (filters !== undefined) parts.push(compileFilter(filters, compilation, [...at, 'filters']));
  if (filters?.deleted === true) {
    const message = 'Deleted events take no time; analyses look at calendars only.';
    violate(compilation, [...at, 'filters', 'deleted'], {
      code: 'INVALID_ARGUMENT',
      message,
      fix: { kind: 'remove' },
    });
  }
  const isBounded = type === 'plan_tasks' ? isPeriod : boundsTime;
  if (!parts.flatMap(conjuncts).some(isBounded))
    parts.unshift(compileTimeCondition('when', ANALYSIS_DEFAULTS[type].when, compilation, at));
  return parts;
}

function named(calendars: readonly string[] | undefined): readonly Predicate[] {
  return calendars === undefined ? [] : [{ kind: 'calendar', op: 'any', names: calendars }];
}

function isPeriod(part: Predicate): boolean {
  return part.kind === 'time' && part.field === 'when';
}

/** The events to plan around: those in the named calendars, or in all calendars if these hold only tasks. */
function readAround(
  where: readonly Predicate[],
  calendars: readonly string[] | undefined,
  compilation: Compilation,
): ReadPlan {
  const read = readScope('plan_tasks', allOf(where.filter(isPeriod)), compilation);
  return calendars === undefined ? read : { ...read, calendars: { any: calendars, lacking: 'all' } };
}

/** The tasks to plan: open tasks of the named lists, or of all lists; only tasks are filtered. */
function tasksAsked(where: readonly Predicate[], read: ReadPlan): ReadPlan {
  const parts = where.filter((part) => !isPeriod(part));
  return withOpenTasks(read, parts, { ...selectCalendars(parts), ...read.calendars });
}

/** Analyses that also read tasks, so their calendars may hold tasks only. */
const TASKS_TOO: ReadonlySet<string> = new Set(['attention', 'schedule_health']);

/** The read of an analysis: each series once, or every occurrence in a bounded range. */
function readScope(type: EventAnalysisType, asked: Predicate, compilation: Compilation): ReadPlan {
  const bySeries = type === 'recurring_events' || type === 'series_review';
  const where = bySeries ? allOf([asked, { kind: 'flag', field: 'recurring', value: true }]) : asked;
  const selected = selectCalendars(conjuncts(where));
  const rules = { allTime: false, bounded: !bySeries, near: type === 'availability' };
  return {
    ...ALL_EVENTS,
    range: resolveRange(where, rules, compilation),
    where,
    calendars: { ...selected, ...(selected.any !== undefined && TASKS_TOO.has(type) && { lacking: 'none' }) },
    expansion: bySeries ? 'series' : 'occurrences',
    sort: [{ field: 'start', order: 'asc' }],
    timezone: compilation.scope.zone.id,
    notes: [...compilation.notes],
  };
}

/** Adds a margin on both sides: an event that ends just before the range still needs its buffer. */
function widened(read: ReadPlan, margin: number): ReadPlan {
  if (margin === 0) return read;
  const where = conjuncts(read.where).map((part) =>
    part.kind === 'time' && part.field === 'when'
      ? {
          ...part,
          ...(part.from !== undefined && { from: part.from - margin }),
          ...(part.to !== undefined && { to: part.to + margin }),
        }
      : part,
  );
  const range = {
    from: Math.max(ALL_TIME.from, read.range.from - margin),
    to: Math.min(ALL_TIME.to, read.range.to + margin),
  };
  return { ...read, range, where: allOf(where) };
}
