import type { RuleRecord } from '../../../../src/backends/eventkit/process/protocol.js';
import { alarmObject, ruleObject } from './kit-parts.js';
import { array, dateOf, isNil, itemsOf, NSString, nil, strict, textOf } from './objc.js';
import type { KitEvent, KitReminder } from './state.js';

export const string = (text: string): unknown => (text === '' ? nil() : new NSString(text));

/** What events and reminders share (EKCalendarItem). */
function itemParts(draft: KitEvent | KitReminder): object {
  return {
    get title() {
      return string(draft.title);
    },
    set title(value: unknown) {
      draft.title = textOf(value);
    },
    get notes() {
      return string(draft.notes);
    },
    set notes(value: unknown) {
      draft.notes = textOf(value);
    },
    get URL() {
      return draft.link === '' ? nil() : strict({ absoluteString: new NSString(draft.link) });
    },
    set URL(value: unknown) {
      draft.link = isNil(value) ? '' : (value as { absoluteString: NSString }).absoluteString.text;
    },
    get recurrenceRules() {
      return draft.rules.length === 0 ? nil() : array(draft.rules.map(ruleObject));
    },
    set recurrenceRules(value: unknown) {
      draft.rules = itemsOf(value).map((rule) => (rule as { data: RuleRecord }).data);
    },
    get alarms() {
      return draft.alarms.length === 0 ? nil() : array(draft.alarms.map(alarmObject));
    },
    addAlarm: (alarm: { data: (typeof draft.alarms)[number] }) => {
      draft.alarms = [...draft.alarms, alarm.data];
    },
    removeAlarm: ({ data }: { data: (typeof draft.alarms)[number] }) => {
      draft.alarms = draft.alarms.filter((other) => other !== data);
    },
    get creationDate() {
      return dateOf(draft.created);
    },
    get lastModifiedDate() {
      return dateOf(draft.modified);
    },
  };
}

export function itemObject(draft: KitEvent | KitReminder, own: object): object {
  return strict(
    Object.defineProperties(
      {},
      { ...Object.getOwnPropertyDescriptors(itemParts(draft)), ...Object.getOwnPropertyDescriptors(own) },
    ),
  );
}
