import type { CalendarLabels } from '../../../compilers/plan/calendar-labels.js';
import type { LocalCalendarWrite } from '../../../compilers/targets/local/calendar-write.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { CalendarInfo } from '../../ports/backend.js';
import type { LocalStore } from './local-store.js';

export async function changeLocalCalendar(
  store: LocalStore,
  call: LocalCalendarWrite,
): Promise<CalendarInfo | undefined> {
  const { folder } = call;
  const asItIs = async () => (await store.calendars({})).find(({ href }) => href === folder);
  switch (call.kind) {
    case 'create-calendar': {
      const isNew = await store.makeCalendar(folder, inLines(call.labels));
      const there = await asItIs();
      // Otherwise the same call was made before, or by another process.
      if (!isNew && there?.name !== call.labels.name) throw taken();
      return there;
    }
    case 'update-calendar':
      await store.labelCalendar(folder, inLines(call.labels));
      return asItIs();
    case 'delete-calendar':
      await store.removeCalendar(folder, { withEvents: call.withEvents });
      return undefined;
  }
}

/** Each label is one line. */
function inLines({ name, color, description }: CalendarLabels): CalendarLabels {
  const line = (text: string | undefined) => text?.replace(/[\p{Cc}\ufeff]+/gu, ' ').trim();
  return { name: line(name), color: line(color), description: line(description) };
}

function taken(): CalendarError {
  return new CalendarError('ALREADY_EXISTS', 'Another calendar is already stored under this identity.', {
    suggestion: 'Use another idempotencyKey.',
  });
}
