import type { Component } from '../text/component.js';
import { components, property, replaceChild, setProperty } from '../text/component.js';
import { replaceValue } from '../text/content-line.js';
import { parseDateTime, printDateTime } from '../text/date-time.js';

/**
 * Shifts reminders at a fixed moment, which ring once (RFC 5545 §3.8.6.3). Otherwise a part of a series that begins
 * later would lose them.
 */
export function carryReminders(event: Component, milliseconds: number): Component {
  return components(event.children, 'VALARM').reduce((whole, alarm) => {
    const trigger = property(alarm, 'TRIGGER');
    const moment = parseDateTime(trigger?.value ?? '');
    if (trigger === undefined || moment === undefined || moment.kind === 'date') return whole;
    const later = printDateTime({ ...moment, wall: moment.wall + milliseconds });
    return replaceChild(whole, alarm, setProperty(alarm, replaceValue(trigger, later)));
  }, event);
}
