import type { ReadPlan } from '../../../compilers/plan/read-plan.js';
import type { CalendarRow, ReadData } from '../../../schemas/answers/read-data.js';
import type { Success } from '../../../schemas/answers/success.js';
import { CALENDAR_FIELDS, type CalendarField } from '../../../schemas/input/query.js';
import { noteText } from '../../../schemas/model/notes.js';
import { unlistedCalendar } from '../../../schemas/model/unlisted-calendar.js';
import { compareNames } from '../../rows/text/compare-names.js';
import { formatTable } from '../../rows/text/format-table.js';
import { truncateTexts } from '../../rows/truncate-texts.js';
import type { Engine } from '../context/engine.js';
import type { Source } from '../context/source.js';
import { zoneOrThrow } from '../context/zone-or-throw.js';
import { calendarRow } from '../sources/calendar-row.js';
import { defaultCalendar } from '../sources/default-calendar.js';
import { selectedSources } from '../sources/selected-sources.js';
import { holding, notesOnEmpty } from '../sources/sources.js';
import { unconfigured } from '../sources/unconfigured.js';
import { printFailure } from './account-status.js';
import { countedPage, nameOfReport, printAsOf, printSources } from './read-meta.js';

/** The visible calendars, and what can be done with each. */
export async function runReadCalendars(
  plan: ReadPlan,
  engine: Engine,
  signal: AbortSignal,
): Promise<Success<ReadData>> {
  const viewer = zoneOrThrow(engine, plan.timezone);
  const { found, selected: unsorted } = await selectedSources(plan, engine, { signal });
  if (found.sources.length === 0 && found.failed[0] !== undefined) throw found.failed[0].error;
  const selected = [...unsorted].sort(inOrder);
  const untold = selected.filter(({ calendar }) => calendar.unlisted);
  // Unlisted calendars with a copy are shown as last known.
  const told = selected.filter(({ calendar }) => !calendar.unlisted || calendar.stale !== undefined);
  if (told.length === 0 && untold.length > 0) throw unlistedCalendar();
  const preferred = defaultCalendar(holding(found, 'VEVENT'), engine.settings);
  const rows = await Promise.all(
    told.map(async (one) => ({ ...calendarRow(one, preferred), ...(await accessTo(one, plan, signal)) })),
  );
  const page = rows
    .slice(plan.offset, plan.offset + plan.limit)
    .map((row) => truncateTexts(projected(row, plan.fields)));
  const stale = told.flatMap(({ calendar: { name, account, stale, unlisted } }) =>
    stale === undefined || unlisted ? [] : [{ calendar: name, account, stale, unreadable: [] }],
  );
  const failed = [
    ...found.failed.map(({ account, error }) => ({ calendar: '*', account, error, unreadable: [] })),
    ...untold.map(({ calendar: { name, account, stale } }) => ({
      ...{ calendar: name, account, error: unlistedCalendar(), unreadable: [] },
      ...(stale?.asOf === undefined ? {} : { stale }),
    })),
  ];
  const isTold = (name: string | undefined, account: string): boolean =>
    !stale.some((one) => one.account === account) &&
    !failed.some((one) => one.account === account && one.calendar === (name ?? '*')) &&
    (name === undefined ||
      told.some(({ calendar }) => calendar.account === account && calendar.name === name));
  // A list from a copy shows neither later failures nor how its calendars were read.
  const failedBefore = [...new Set(told.map(({ calendar }) => calendar.account))].flatMap((account) =>
    engine.accountHealth
      .failing(account)
      .filter((one) => isTold(one.calendar, account))
      .map((one) => ({
        calendar: nameOfReport({ calendar: one.calendar ?? '*', account }),
        lastFailure: printFailure(one, viewer),
      })),
  );
  const sources = [...printSources([...stale, ...failed], viewer), ...failedBefore];
  const notes = [
    ...unconfigured(found),
    ...notesOnEmpty(found),
    ...(stale.length === 0 ? [] : [LISTED_BEFORE]),
    ...(failed.length === 0 ? [] : [noteText('some_failed')]),
  ];
  const data =
    plan.mode === 'count'
      ? { count: rows.length }
      : plan.format === 'agenda'
        ? {
            table: formatTable(
              page,
              (plan.fields ??
                CALENDAR_FIELDS.filter((name) => name !== 'access')) as readonly CalendarField[],
            ),
          }
        : { calendars: page };
  return {
    success: true,
    data,
    meta: {
      ...countedPage(rows.length, page.length, plan.offset + page.length),
      ...printAsOf(
        told.map(({ calendar }) => calendar),
        viewer,
        engine.systemNow(),
      ),
      ...(sources.length === 0 ? {} : { sources }),
      ...(notes.length === 0 ? {} : { notes }),
    },
  };
}

/** Access is requested for each calendar separately, and only if the query asks for it. */
async function accessTo(
  { backend, calendar }: Source,
  { fields = [] }: ReadPlan,
  signal: AbortSignal,
): Promise<Pick<CalendarRow, 'access'>> {
  if (!fields.includes('access')) return {};
  const access = await backend.accessTo?.(calendar.href, { signal });
  return access === undefined ? {} : { access };
}

const LISTED_BEFORE =
  'Some accounts could not be reached; their calendars are listed as they were last seen.';

/** Pages need a fixed order: by account, then in the owner's order if there is one, then by name. */
function inOrder({ calendar: a }: Source, { calendar: b }: Source): number {
  const [first, second] = [a.order ?? Number.MAX_SAFE_INTEGER, b.order ?? Number.MAX_SAFE_INTEGER];
  return compareNames(a.account, b.account) || first - second || compareNames(a.name, b.name);
}

/** The whole row, or only the requested fields and `id`. */
function projected(row: CalendarRow, fields: readonly string[] | undefined): CalendarRow {
  if (fields === undefined) return row;
  const names = ['id', ...fields.filter((name) => name !== 'id')] as readonly CalendarField[];
  return Object.fromEntries(
    names.map((name) => [name, row[name] ?? (name === 'default' ? false : null)]),
  ) as CalendarRow;
}
