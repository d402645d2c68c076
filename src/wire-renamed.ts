import type { Backend, CalendarInfo } from './ports/backend.js';
import { delegate } from './ports/delegate.js';

/** Shows an account under its new name. It was opened under its first name, which identifies its calendars and stored data. */
export function renamed(backend: Backend, name: string, formerNames: readonly string[]): Backend {
  const { applyCalendar } = backend;
  const shown = (calendar: CalendarInfo): CalendarInfo => ({ ...calendar, account: name });
  return delegate(backend, {
    name,
    formerNames,
    calendars: async (request) => (await backend.calendars(request)).map(shown),
    ...(applyCalendar && {
      applyCalendar: async (call, request) => {
        const calendar = await applyCalendar.call(backend, call, request);
        return calendar && shown(calendar);
      },
    }),
  });
}
