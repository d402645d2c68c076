import type { EventStore } from './event-store.js';
import { Item, string } from './item-parts.js';
import { calendarDataOf, calendarObject, known } from './kit-objects.js';
import {
  Boxed,
  componentsOf,
  dateOf,
  flagOf,
  momentOf,
  msOf,
  NSString,
  nil,
  numberOf,
  strict,
  textOf,
} from './objc.js';
import type { KitReminder } from './state.js';

const reminders = new WeakMap<object, KitReminder>();

export const reminderOf = (object: object): KitReminder => known(reminders.get(object));

/** EKReminder. */
class ReminderItem extends Item<KitReminder> {
  constructor(
    draft: KitReminder,
    readonly store: EventStore,
    readonly kind: object,
  ) {
    super(draft);
  }

  isKindOfClass(other: unknown): boolean {
    return other === this.kind;
  }

  get calendarItemIdentifier() {
    return new NSString(this.draft.item);
  }

  get calendarItemExternalIdentifier() {
    return new NSString(`X-${this.draft.item}`);
  }

  get calendar() {
    return calendarObject(known(this.store.state.lists.find(({ id }) => id === this.draft.list)), this.store);
  }

  set calendar(value: object) {
    this.draft.list = calendarDataOf(value).id;
  }

  get priority() {
    return new Boxed(this.draft.priority);
  }

  set priority(value: unknown) {
    this.draft.priority = numberOf(value);
  }

  get isCompleted() {
    return this.draft.done;
  }

  get completed() {
    return this.draft.done;
  }

  set completed(value: unknown) {
    this.draft.done = flagOf(value);
    this.draft.doneAt = this.draft.done ? Date.now() : null;
  }

  get completionDate() {
    return this.draft.doneAt === null ? nil() : dateOf(this.draft.doneAt);
  }

  set completionDate(value: unknown) {
    this.draft.doneAt = msOf(value);
    this.draft.done = true;
  }

  get location() {
    return string(this.draft.place);
  }

  set location(value: unknown) {
    this.draft.place = textOf(value);
  }

  get dueDateComponents() {
    return this.draft.due === null ? nil() : componentsOf(this.draft.due);
  }

  set dueDateComponents(value: unknown) {
    this.draft.due = momentOf(value);
  }

  get startDateComponents() {
    return this.draft.start === null ? nil() : componentsOf(this.draft.start);
  }

  set startDateComponents(value: unknown) {
    this.draft.start = momentOf(value);
  }
}

export function reminderObject(data: KitReminder, store: EventStore, kind: object): object {
  const draft = structuredClone(data);
  const object = strict(new ReminderItem(draft, store, kind));
  reminders.set(object, draft);
  return object;
}
