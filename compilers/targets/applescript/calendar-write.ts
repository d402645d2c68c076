import { CalendarError } from '../../../schemas/model/error.js';
import type { CalendarLabels } from '../../plan/calendar-labels.js';
import type { CalendarAddress, CalendarPatch } from '../../pushdown/target.js';
import { calendarOf } from './calendar-address.js';
import { LIMITS, refused } from './limits.js';
import { calendarFields } from './script-fields.js';

/** One script about a calendar itself. */
export type AppleScriptCalendarWrite =
  | {
      readonly kind: 'create-calendar';
      /** Fields of the script of the same name. */
      readonly fields: readonly string[];
      readonly labels: CalendarLabels & { readonly name: string };
    }
  | {
      readonly kind: 'update-calendar';
      readonly fields: readonly string[];
      readonly calendar: CalendarAddress;
      readonly labels: CalendarLabels;
    };

/** The script for a change of a calendar; deleting one is refused. */
export function compileCalendarWrite(patch: CalendarPatch): AppleScriptCalendarWrite {
  switch (patch.kind) {
    case 'create-calendar': {
      const labels = { ...patch.labels, name: nameOf(patch.labels.name) };
      const fields = [labels.name, ...colorFields(labels.color), labels.description ?? ''];
      return { kind: patch.kind, fields, labels };
    }
    case 'update-calendar': {
      const { kind, calendar } = patch;
      const { name, color, description } = patch.labels;
      const labels = { ...patch.labels, ...(name !== undefined && { name: nameOf(name) }) };
      const fields = [
        ...calendarFields(calendarOf(calendar)),
        labels.name ?? '',
        ...colorFields(color),
        description === undefined ? '0' : '1',
        description ?? '',
      ];
      return { kind, fields, calendar, labels };
    }
    case 'delete-calendar':
      throw refused(LIMITS.deletedCalendar, 'Ask the user to delete it in the Calendar app.');
  }
}

/** `#rrggbb` of three numbers from 0 to 65535, as scripts give them; undefined when they are none. */
export function colorIn(parts: readonly string[]): string | undefined {
  const values = parts.map((part) => (/^\d{1,5}$/.test(part) ? Number(part) : Number.NaN));
  if (values.length !== 3 || !values.every((value) => value <= FULL)) return undefined;
  return `#${values
    .map((value) =>
      Math.round(value / BYTE)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

const FULL = 65_535;
const BYTE = FULL / 255;

function colorFields(color: string | undefined): readonly string[] {
  const parts = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(color ?? '')?.slice(1);
  return parts?.map((part) => String(Number.parseInt(part, 16) * BYTE)) ?? ['', '', ''];
}

/** A name is one line: lists show it so. */
function nameOf(name: string): string {
  const line = name.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  if (line !== '') return line;
  throw new CalendarError('INVALID_ARGUMENT', 'A calendar needs a name.', { outcome: 'not_applied' });
}
