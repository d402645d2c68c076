import type { CalendarRow } from '../../../schemas/answers/read-data.js';
import { defined } from '../../../schemas/model/defined.js';
import type { Source } from '../context/source.js';

/** A calendar in the form of results. `preferred`: the default for new events. */
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
