import type { CalendarField } from '../../../schemas/input/query.js';
import type { Source } from '../context/source.js';

export type CalendarRow = Readonly<Partial<Record<CalendarField, unknown>>>;

/** All there is to say of a calendar, as results show it. `preferred`: where new events go that name none. */
export function calendarRow({ calendar, backend }: Source, preferred?: Source): CalendarRow {
  return {
    id: calendar.id,
    name: calendar.name,
    account: calendar.account,
    backend: backend.kind,
    ...(calendar.color === undefined ? {} : { color: calendar.color }),
    ...(calendar.description === undefined ? {} : { description: calendar.description }),
    writable: calendar.writable,
    ...(calendar.readOnlyReason === undefined ? {} : { readOnlyReason: calendar.readOnlyReason }),
    components: calendar.components,
    ...(preferred !== undefined && calendar.id === preferred.calendar.id ? { default: true } : {}),
  };
}
