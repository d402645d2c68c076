import { LIMITS, refused } from '../../../../compilers/targets/applescript/limits.js';
import { civilDate, dayOfWall, SECOND, timeOfWall } from '../../../../compilers/time/civil.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import type { Instant } from '../../../../schemas/model/time.js';
import type { TimeForm } from '../../../calendar/text/time-form.js';
import { printKitRule } from '../../eventkit/read/kit-rule.js';
import type { WantedAlarm, WantedKitEvent, WantedKitObject } from '../../eventkit/write/wanted-event.js';
import { BARE, requireReadable, withoutAlarms } from '../../eventkit/write/write-steps.js';

const BARE_OBJECT = { uid: '', overrides: new Map(), excluded: new Set<Instant>(), added: [] };

/** Fields of `create-event`, without those of the calendar. */
export function createFields(wanted: WantedKitObject, mac: Zone): readonly string[] {
  requireReadable(BARE, wanted.master);
  requireHoldable(wanted, mac);
  if (wanted.added.length > 0) throw refused(LIMITS.rules);
  const { start, end, allDay, title } = wanted.master;
  const bare = { ...BARE_OBJECT, master: { ...BARE, start, end, allDay, title } };
  const times = [...dateFields(start, mac), ...dateFields(end, mac)];
  return [...times, allDay ? '1' : '0', title, ...changeFields(bare, wanted, mac)];
}

/** Fields of `update-event`. Throws if a part is impossible, or if no field would be left. */
export function updateFields(before: WantedKitObject, wanted: WantedKitObject, mac: Zone): readonly string[] {
  requireReadable(before.master, wanted.master);
  requireHoldable(wanted, mac);
  if (before.added.join() !== wanted.added.join()) throw refused(LIMITS.rules);
  const fields = changeFields(before, wanted, mac);
  const isLost = fields.length === 0 && JSON.stringify(before.master) !== JSON.stringify(wanted.master);
  if (isLost) throw refused(LIMITS.zones);
  return fields;
}

/** Refuses values that EventKit has but Calendar's dictionary lacks. */
function requireHoldable({ master, overrides }: WantedKitObject, mac: Zone): void {
  const { allDay, zone, rule, free, point } = master;
  if (overrides.size > 0) throw refused(LIMITS.occurrence);
  // All-day events are created as free; the read after the write shows what Calendar made of them.
  if ((free && !allDay) || point !== null) throw refused(LIMITS.free);
  if (allDay) return;
  if (zone === null) throw refused(LIMITS.floating);
  // Other zones change their clocks on other days.
  if (rule !== null && zone.toUpperCase() !== mac.id.toUpperCase())
    throw refused(LIMITS.seriesElsewhere, `Give the times in ${mac.id}.`);
}

/**
 * Fields that turn one event into another. Sets the end first when an event moves later, so it never ends
 * before it starts.
 */
function changeFields(from: WantedKitObject, to: WantedKitObject, mac: Zone): readonly string[] {
  const [before, after] = [from.master, to.master];
  const fields: string[] = [];
  const isOtherKind = before.allDay !== after.allDay;
  if (isOtherKind) fields.push('allDay', after.allDay ? '1' : '0');
  for (const name of after.start > before.start ? (['end', 'start'] as const) : (['start', 'end'] as const)) {
    // Calendar may not keep the times of an event that becomes all-day, so set both.
    if (before[name] !== after[name] || isOtherKind) fields.push(name, ...dateFields(after[name], mac));
  }
  for (const name of ['title', 'place', 'notes', 'link'] as const) {
    if (before[name] !== after[name]) fields.push(name, after[name]);
  }
  const isNewRule = JSON.stringify(before.rule) !== JSON.stringify(after.rule);
  if (isNewRule) fields.push('rule', ruleText(after, mac));
  const dates = (excluded: ReadonlySet<Instant>): Instant[] => [...excluded].sort((a, b) => a - b);
  const excluded = dates(to.excluded);
  // A new rule may remove the excluded dates, so set them again.
  const isTaken = isNewRule && after.rule !== null && excluded.length > 0;
  if (isTaken || dates(from.excluded).join() !== excluded.join())
    fields.push('excluded', String(excluded.length), ...excluded.flatMap((date) => dateFields(date, mac)));
  if (withoutAlarms(before.alarms, after.alarms).length > 0) throw refused(LIMITS.alarms);
  for (const alarm of withoutAlarms(after.alarms, before.alarms)) fields.push('addAlarm', minutesOf(alarm));
  return fields;
}

function ruleText({ rule, allDay }: WantedKitEvent, mac: Zone): string {
  if (rule === null) return '';
  const form: TimeForm = allDay ? { kind: 'date', zone: mac } : { kind: 'zoned', zone: mac, tzid: mac.id };
  return printKitRule(rule, form);
}

function minutesOf({ date, offset, type }: WantedAlarm): string {
  if (date !== null || offset === null || offset % 60 !== 0) throw refused(LIMITS.alarms);
  if (type !== 0) throw refused(LIMITS.reminders);
  return String(offset / 60);
}

/** Whole numbers only: a decimal would need the region's decimal sign, a date text the region's order. */
function dateFields(instant: Instant, mac: Zone): readonly string[] {
  const wall = mac.toWall(instant);
  if (mac.toInstant(wall) !== instant) throw refused(LIMITS.twice);
  const { year, month, day } = civilDate(dayOfWall(wall));
  return [year, month, day, Math.floor(timeOfWall(wall) / SECOND)].map(String);
}
