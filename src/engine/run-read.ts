import { printPlan } from '../../compilers/plan/print-plan.js';
import type { ReadPlan } from '../../compilers/plan/read-plan.js';
import { describeScan } from '../../compilers/pushdown/split.js';
import { printZoned } from '../../compilers/time/print-time.js';
import { breatheFor } from '../breathe.js';
import { mergeCalendar } from '../calendar/merge-calendar.js';
import { busyIntervals } from './busy-intervals.js';
import { type Collected, collect, objectKey, zoneOrThrow } from './collect.js';
import type { Engine } from './engine.js';
import { formatTable } from './format-table.js';
import { weekdayName } from './print-day.js';
import { columnsOf, project } from './project.js';
import { readMeta } from './read-meta.js';
import { relevanceOf } from './relevance.js';
import { runReadCalendars } from './run-read-calendars.js';
import type { CallContext, Success } from './service.js';
import { shorten } from './shorten.js';
import { type Page, sortPage } from './sort-page.js';
import { ambiguousNames } from './sources.js';

/** Answers a compiled question: collect, sort, page, project. */
export async function runRead(
  plan: ReadPlan,
  engine: Engine,
  { signal, progress }: CallContext,
): Promise<Success> {
  if (plan.type === 'calendars') return runReadCalendars(plan, engine, signal);
  const viewer = zoneOrThrow(engine, plan.timezone);
  const collected = await collect(plan, engine, signal, progress);
  const meta = {
    ...readMeta(plan, collected, viewer),
    ...(plan.explain ? { explain: explainRead(plan, collected) } : {}),
  };
  if (plan.type === 'freebusy') {
    const busy = busyIntervals(collected.rows, plan.range).map(({ start, end }) => ({
      start: printZoned(start, viewer),
      end: printZoned(end, viewer),
      day: weekdayName(viewer.toWall(start)),
    }));
    return { success: true, data: { busy }, meta: { ...meta, total: busy.length } };
  }
  if (plan.mode === 'count') {
    return {
      success: true,
      data: { count: collected.rows.length },
      meta: { ...meta, total: collected.rows.length },
    };
  }
  const relevance = plan.mode === 'search' ? relevanceOf(plan.where, engine.clock.now()) : undefined;
  const page = await sortPage(collected.rows, plan, breatheFor(signal), relevance);
  const counted = {
    ...meta,
    total: page.total,
    returned: page.rows.length,
    ...(page.nextOffset === undefined ? {} : { nextOffset: page.nextOffset }),
  };
  if (plan.format === 'ics')
    return { success: true, data: { ics: exportPage(page, collected) }, meta: counted };
  const context = { viewer, ambiguousNames: ambiguousNames(collected.found) };
  const events = page.rows.map((row) => shorten(project(row, plan.fields, context)));
  return {
    success: true,
    data: plan.format === 'table' ? { table: formatTable(events, columnsOf(plan.fields)) } : { events },
    meta: counted,
  };
}

/** The whole objects behind a page, each once, as one iCalendar stream. */
function exportPage(page: Page, collected: Collected): string {
  const keys = new Set(page.rows.map((row) => objectKey(row.calendar.id, row.href)));
  return mergeCalendar([...keys].flatMap((key) => collected.objects.get(key)?.ics ?? []));
}

function explainRead(plan: ReadPlan, collected: Collected): Record<string, unknown> {
  return {
    plan: printPlan(plan),
    calendars: collected.divisions.map(({ calendar, backend, scan, call }) => ({
      calendar,
      backend,
      ...describeScan(scan),
      call,
    })),
  };
}
