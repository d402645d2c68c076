import { DAY, MINUTE } from '../../../compilers/time/civil.js';
import type { Reminder } from '../../../schemas/model/event.js';
import type { Instant } from '../../../schemas/model/time.js';
import { type Component, components, property } from '../text/component.js';
import { type Property, parameter } from '../text/content-line.js';
import { parseDuration } from '../text/date-time.js';

const TYPES: Readonly<Record<string, Reminder['type']>> = {
  DISPLAY: 'display',
  EMAIL: 'email',
  AUDIO: 'audio',
};

/**
 * VALARMs as minutes before the start (RFC 5545 §3.6.6), or before the due time of a task, which is `after` ms later.
 * Converts absolute triggers and those related to the end; ignores placeholders (ACTION:NONE) and repetitions.
 */
export function readAlarms(
  event: Component,
  { start, length, after = 0 }: { readonly start: Instant; readonly length: number; readonly after?: number },
  momentOf: (trigger: Property) => Instant | undefined,
): readonly Reminder[] {
  return components(event.children, 'VALARM').flatMap((alarm) => {
    const type = TYPES[property(alarm, 'ACTION')?.value.trim().toUpperCase() ?? ''];
    const trigger = property(alarm, 'TRIGGER');
    if (type === undefined || trigger === undefined) return [];
    const duration = parseDuration(trigger.value);
    if (duration !== undefined) {
      const related = parameter(trigger, 'RELATED')?.toUpperCase() === 'END' ? length : 0;
      return [reminder(after - (duration.days * DAY + duration.milliseconds + related), type)];
    }
    const moment = momentOf(trigger);
    return moment === undefined ? [] : [reminder(after + start - moment, type)];
  });
}

function reminder(before: number, type: Reminder['type']): Reminder {
  return { minutesBefore: Math.round(before / MINUTE) + 0, type };
}
