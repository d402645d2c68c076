import type { CalendarLabels } from '../../plan/calendar-labels.js';
import type { CalendarPatch } from '../../pushdown/target.js';

/** One change of a calendar folder; `folder` is its name below the root. */
export type LocalCalendarWrite =
  | {
      readonly kind: 'create-calendar';
      readonly folder: string;
      readonly labels: CalendarLabels & { readonly name: string };
    }
  | { readonly kind: 'update-calendar'; readonly folder: string; readonly labels: CalendarLabels }
  | { readonly kind: 'delete-calendar'; readonly folder: string; readonly withEvents: boolean };

export function compileCalendarWrite(patch: CalendarPatch, folderName: string): LocalCalendarWrite {
  switch (patch.kind) {
    case 'create-calendar':
      return { kind: 'create-calendar', folder: folderName, labels: patch.labels };
    case 'update-calendar':
      return { kind: 'update-calendar', folder: patch.calendar.href, labels: patch.labels };
    case 'delete-calendar':
      return { kind: 'delete-calendar', folder: patch.calendar.href, withEvents: patch.withEvents };
  }
}
