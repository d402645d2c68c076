import { isCalendarNamed } from '../../../../compilers/filter/calendar-name.js';
import type { CalendarWritePlan } from '../../../../compilers/plan/write-plan.js';
import type { Source, Sources } from '../../context/source.js';
import { accountForCalendar } from '../calendar-target.js';
import type { WriteSession } from '../write-session.js';
import { OVERLAY_ID } from './overlay-backend.js';

/** The calendars after an operation on them, for later operations in the dry run of a batch. */
export function calendarsAfter(plan: CalendarWritePlan, run: WriteSession): Sources {
  return {
    ...run.found,
    isPretended: true,
    sources: after(plan, run.found.sources, run),
  };
}

function after(plan: CalendarWritePlan, sources: readonly Source[], run: WriteSession): readonly Source[] {
  switch (plan.kind) {
    case 'create-calendar': {
      const backend = accountForCalendar(plan.account, run);
      const { name, holds: components = ['VEVENT', 'VTODO'] } = plan.labels;
      const id = OVERLAY_ID + name;
      const kind = { writable: true, components, isDefault: false };
      return [...sources, { backend, calendar: { id, href: id, name, account: backend.name, ...kind } }];
    }
    case 'update-calendar':
      return sources.map((source) =>
        isCalendarNamed(source.calendar, plan.id)
          ? { ...source, calendar: { ...source.calendar, name: plan.labels.name ?? source.calendar.name } }
          : source,
      );
    case 'delete-calendar':
      return sources.filter(({ calendar }) => !isCalendarNamed(calendar, plan.id));
  }
}
