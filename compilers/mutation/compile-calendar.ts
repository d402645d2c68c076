import type {
  CalendarChangesInput,
  CalendarDataInput,
  CalendarItemInput,
} from '../../schemas/input/calendar-mutation.js';
import { COLOR_NAMES } from '../../schemas/model/color-names.js';
import { defined } from '../../schemas/model/defined.js';
import type { Compilation } from '../compilation.js';
import type { CalendarLabels } from '../plan/calendar-labels.js';
import type { CalendarWritePlan } from '../plan/write-plan.js';
import { keyedCall } from './idempotency-key.js';

/** A change to a calendar itself. It is looked up, like its account, when the plan runs. */
export function compileCalendar(mutation: CalendarItemInput, compilation: Compilation): CalendarWritePlan {
  const { dryRun = false } = mutation;
  const options = {
    dryRun,
    ...keyedCall(mutation),
    timezone: compilation.scope.zone.id,
    ...(mutation.timezone !== undefined && { isZoneAsked: true }),
    notes: [...compilation.notes],
  };
  switch (mutation.operation) {
    case 'create': {
      const { account } = mutation.data;
      const labels = {
        ...labelsOf(mutation.data),
        name: mutation.data.title,
        ...(mutation.type === 'task' && { holds: ['VTODO'] }),
      };
      return { kind: 'create-calendar', labels, ...defined({ account }), ...options };
    }
    case 'update':
      return { kind: 'update-calendar', id: mutation.id, labels: labelsOf(mutation.changes), ...options };
    case 'delete': {
      const { id, soft = true } = mutation;
      return { kind: 'delete-calendar', id, soft, ...options };
    }
  }
}

/** `null` becomes an empty text, which clears. */
function labelsOf({ title, color, description }: CalendarDataInput | CalendarChangesInput): CalendarLabels {
  return defined({
    name: title,
    color: color === null ? '' : color && fullColor(color),
    description: description === null ? '' : description,
  });
}

/** `#F80`, `#FF8800` → `#ff8800`; `Green` → `#008000` */
function fullColor(color: string): string {
  const named = COLOR_NAMES.get(color.trim().toLowerCase());
  if (named !== undefined) return named;
  const digits = color.slice(1).toLowerCase();
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits}`;
}
