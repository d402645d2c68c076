import type { ReadPlan } from '../../compilers/plan/read-plan.js';
import { printZoned } from '../../compilers/time/print-time.js';
import { CALENDAR_FIELDS } from '../../schemas/query.js';
import { calendarRow } from './calendar-row.js';
import { zoneOrThrow } from './collect.js';
import type { Engine } from './engine.js';
import { formatTable } from './format-table.js';
import type { Row } from './project.js';
import { printSources } from './read-meta.js';
import type { Success } from './service.js';
import { listSources, type Source, selectSources } from './sources.js';

const BY_NAME = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** The calendars a client may see, with what can be done to each. */
export async function runReadCalendars(
  plan: ReadPlan,
  engine: Engine,
  signal: AbortSignal,
): Promise<Success> {
  const viewer = zoneOrThrow(engine, plan.timezone);
  const found = await listSources(engine, signal);
  if (found.sources.length === 0 && found.failed[0] !== undefined) throw found.failed[0].error;
  const selected = [...selectSources(found, plan.calendars, plan.where)].sort(inOrder);
  const rows = selected.map(calendarRow);
  const page = rows.slice(plan.offset, plan.offset + plan.limit).map((row) => projected(row, plan.fields));
  const stale = selected.flatMap(({ calendar: { name, stale } }) =>
    stale === undefined
      ? []
      : [{ calendar: name, stale: stale.asOf === undefined ? true : printZoned(stale.asOf, viewer) }],
  );
  const failed = found.failed.map(({ account, error }) => ({
    calendar: '*',
    account,
    error,
    unreadable: [],
  }));
  const next = plan.offset + page.length;
  const data =
    plan.mode === 'count'
      ? { count: rows.length }
      : plan.format === 'table'
        ? { table: formatTable(page, plan.fields ?? CALENDAR_FIELDS) }
        : { calendars: page };
  return {
    success: true,
    data,
    meta: {
      total: rows.length,
      returned: page.length,
      ...(next < rows.length ? { nextOffset: next } : {}),
      asOf: printZoned(engine.clock.now(), viewer),
      ...(failed.length + stale.length === 0 ? {} : { sources: [...stale, ...printSources(failed, viewer)] }),
      ...(stale.length === 0 ? {} : { notes: [LISTED_BEFORE] }),
    },
  };
}

const LISTED_BEFORE =
  'Some accounts could not be reached; their calendars are listed as they were last seen.';

/** Accounts list their calendars in any order, and pages need one: the owner's own, where there is one, else names. */
function inOrder({ calendar: a }: Source, { calendar: b }: Source): number {
  const [first, second] = [a.order ?? Number.MAX_SAFE_INTEGER, b.order ?? Number.MAX_SAFE_INTEGER];
  return BY_NAME.compare(a.account, b.account) || first - second || BY_NAME.compare(a.name, b.name);
}

/** All there is to say of a calendar, or just the asked fields; `id` is always there. */
function projected(row: Row, fields: readonly string[] | undefined): Row {
  if (fields === undefined) return row;
  const names = ['id', ...fields.filter((name) => name !== 'id')];
  return Object.fromEntries(names.filter((name) => row[name] !== undefined).map((name) => [name, row[name]]));
}
