import type { RuleRecord } from '../../../../src/backends/eventkit/process/protocol.js';
import { alarmObject, ruleObject } from './kit-parts.js';
import { array, dateOf, isNil, itemsOf, NSString, nil, strict, textOf } from './objc.js';
import type { KitEvent, KitReminder } from './state.js';

export const string = (text: string): unknown => (text === '' ? nil() : new NSString(text));

type Alarm = KitEvent['alarms'][number];

/** What events and reminders share (EKCalendarItem). A class: to define the parts of each of 100,000 anew takes minutes. */
export class Item<Draft extends KitEvent | KitReminder> {
  constructor(readonly draft: Draft) {}

  get title() {
    return string(this.draft.title);
  }

  set title(value: unknown) {
    this.draft.title = textOf(value);
  }

  get notes() {
    return string(this.draft.notes);
  }

  set notes(value: unknown) {
    this.draft.notes = textOf(value);
  }

  get URL() {
    return this.draft.link === '' ? nil() : strict({ absoluteString: new NSString(this.draft.link) });
  }

  set URL(value: unknown) {
    this.draft.link = isNil(value) ? '' : (value as { absoluteString: NSString }).absoluteString.text;
  }

  get recurrenceRules() {
    return this.draft.rules.length === 0 ? nil() : array(this.draft.rules.map(ruleObject));
  }

  set recurrenceRules(value: unknown) {
    this.draft.rules = itemsOf(value).map((rule) => (rule as { data: RuleRecord }).data);
  }

  get alarms() {
    return this.draft.alarms.length === 0 ? nil() : array(this.draft.alarms.map(alarmObject));
  }

  addAlarm(alarm: { data: Alarm }): void {
    this.draft.alarms = [...this.draft.alarms, alarm.data];
  }

  removeAlarm({ data }: { data: Alarm }): void {
    this.draft.alarms = this.draft.alarms.filter((other) => other !== data);
  }

  get creationDate() {
    return dateOf(this.draft.created);
  }

  get lastModifiedDate() {
    return dateOf(this.draft.modified);
  }
}
