import type { Backend, CalendarInfo } from './ports/backend.js';
import { delegate } from './ports/delegate.js';

/** An account that was opened under its first name, by which its calendars and what is kept of them are known, under its present one. */
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
