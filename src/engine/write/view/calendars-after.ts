import { isCalendarNamed } from '../../../../compilers/filter/calendar-name.js';
import type { WritePlan } from '../../../../compilers/plan/write-plan.js';
import type { Source, Sources } from '../../context/source.js';
import { accountForCalendar } from '../calendar-target.js';
import type { WriteSession } from '../write-session.js';
import { OVERLAY_ID } from './overlay-backend.js';

/** The calendars as they would be after operations on them, for those that follow in the dry run of a batch. */
export function calendarsAfter(plans: readonly WritePlan[], run: WriteSession): Sources {
  return {
    ...run.found,
    isPretended: true,
    sources: plans.reduce((sources, plan) => after(plan, sources, run), run.found.sources),
  };
}

function after(plan: WritePlan, sources: readonly Source[], run: WriteSession): readonly Source[] {
  switch (plan.kind) {
    case 'create-calendar': {
      const backend = accountForCalendar(plan.account, run);
      const { name } = plan.labels;
      const id = OVERLAY_ID + name;
      const kind = { writable: true, components: ['VEVENT'], isDefault: false };
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
    case 'create':
    case 'update':
    case 'copy':
    case 'delete':
    case 'respond':
    case 'move':
    case 'restore':
    case 'undo':
    case 'import':
    case 'sync':
    case 'batch':
    case 'filtered':
      return sources;
  }
}
