import { EVENT_FIELDS } from '../../../../schemas/input/query.js';
import type { Desk } from '../../service-on-memory.js';

/** Of the copy, or of the calendar it is in. */
const OWN = new Set([
  'hasConflict',
  'id',
  'seriesId',
  'calendar',
  'etag',
  'createdBy',
  'createdByClient',
  'created',
  'updated',
]);
const FIELDS = EVENT_FIELDS.filter((field) => !OWN.has(field));
const PAGE = 500;

/** Every row of 2026 and what goes over its ends. */
export async function yearRows(on: Desk, calendar: string): Promise<readonly unknown[]> {
  const filters = { calendar, when: { between: ['2025-12-01', '2027-12-31'] } };
  const sort = ['start', 'title', 'end'].map((field) => ({ field }));
  const rows: unknown[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const query = { type: 'events', filters, fields: FIELDS, sort, limit: PAGE, offset };
    const { data } = await on.read({ query });
    const page = data.events as Record<string, unknown>[];
    rows.push(...page.map(({ id: _, ...row }) => row));
    if (page.length < PAGE) return rows;
  }
}

export async function exported(on: Desk, calendar: string): Promise<string> {
  const query = { type: 'events', filters: { calendar, when: 'any' }, format: 'ics' };
  return String((await on.read({ query })).data.ics);
}

export const take = (on: Desk, ics: string, calendar: string) =>
  on.write({ mutation: { operation: 'import', ics, calendar } });
