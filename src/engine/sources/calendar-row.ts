import type { CalendarRow } from '../../../schemas/answers/read-data.js';
import { defined } from '../../../schemas/model/defined.js';
import type { Source } from '../context/source.js';

/** All there is to say of a calendar, as results show it. `preferred`: where new events go that name none. */
export function calendarRow({ calendar, backend }: Source, preferred?: Source): CalendarRow {
  return {
    id: calendar.id,
    name: calendar.name,
    account: calendar.account,
    backend: backend.kind,
    ...defined({ color: calendar.color, description: calendar.description }),
    writable: calendar.writable,
    ...(calendar.readOnlyReason === undefined ? {} : { readOnlyReason: calendar.readOnlyReason }),
    components: calendar.components,
    ...(preferred !== undefined && calendar.id === preferred.calendar.id ? { default: true } : {}),
  };
}
