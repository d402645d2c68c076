import type { EventStore, Held } from './event-store.js';
import { itemObject, string } from './item-parts.js';
import { personObject } from './kit-parts.js';
import {
  array,
  Boxed,
  colorOf,
  componentsOf,
  dateOf,
  flagOf,
  isNil,
  momentOf,
  msOf,
  NSString,
  nil,
  numberOf,
  spotOf,
  strict,
  textOf,
} from './objc.js';
import type { KitCalendar, KitReminder } from './state.js';

const held = new WeakMap<object, Held>();
const reminders = new WeakMap<object, KitReminder>();
const calendars = new WeakMap<object, KitCalendar>();

export const heldOf = (object: object): Held => known(held.get(object));
export const reminderOf = (object: object): KitReminder => known(reminders.get(object));
export const calendarDataOf = (object: object): KitCalendar => known(calendars.get(object));

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('an object of another class');
  return value;
}

/** EKCalendar; changes are the caller's own until it is saved. */
export function calendarObject(data: KitCalendar, { state }: EventStore): object {
  const draft = structuredClone(data);
  const truth = (value: boolean): unknown => (state.oddities.boxed ? new Boxed(value) : value);
  const object: object = strict({
    get calendarIdentifier() {
      return new NSString(draft.id);
    },
    get title() {
      return new NSString(draft.title);
    },
    set title(value: unknown) {
      draft.title = textOf(value);
    },
    get type() {
      return new Boxed(draft.type);
    },
    get color() {
      return colorOf(draft.color);
    },
    set color(value: unknown) {
      const { redComponent, greenComponent, blueComponent } = value as Record<string, Boxed>;
      draft.color = [Number(redComponent), Number(greenComponent), Number(blueComponent)];
    },
    get source() {
      return draft.source === '' ? nil() : strict({ title: new NSString(draft.source) });
    },
    set source(value: unknown) {
      draft.source = (value as { title: NSString }).title.text;
    },
    get allowsContentModifications() {
      return truth(draft.writable);
    },
    get isImmutable() {
      return truth(draft.immutable);
    },
    get isSubscribed() {
      return truth(draft.type === 3);
    },
  });
  calendars.set(object, draft);
  return object;
}

/** EKEvent. */
export function eventObject(one: Held, store: EventStore): object {
  const { draft } = one;
  const { state } = store;
  const truth = (value: boolean): unknown => (state.oddities.boxed ? new Boxed(value) : value);
  const object = itemObject(draft, {
    isKindOfClass: () => false,
    get calendarItemIdentifier() {
      return new NSString(draft.item);
    },
    get calendarItemExternalIdentifier() {
      return draft.uid === null ? nil() : new NSString(draft.uid);
    },
    get calendar() {
      return calendarObject(known(store.state.calendars.find(({ id }) => id === draft.calendar)), store);
    },
    set calendar(value: object) {
      draft.calendar = calendarDataOf(value).id;
    },
    get location() {
      return string(draft.place);
    },
    set location(value: unknown) {
      draft.place = textOf(value);
      draft.point = null;
    },
    get structuredLocation() {
      if (draft.place === '' && draft.point === null) return nil();
      return strict({
        title: string(draft.place),
        geoLocation: draft.point === null ? nil() : spotOf(draft.point),
      });
    },
    set structuredLocation(value: unknown) {
      if (isNil(value)) {
        draft.point = null;
        draft.place = '';
        return;
      }
      const { title, geoLocation } = value as {
        title: unknown;
        geoLocation: { coordinate: { latitude: Boxed; longitude: Boxed } };
      };
      draft.place = textOf(title);
      draft.point = [Number(geoLocation.coordinate.latitude), Number(geoLocation.coordinate.longitude)];
    },
    get startDate() {
      return dateOf(draft.start);
    },
    set startDate(value: unknown) {
      draft.start = msOf(value);
    },
    get endDate() {
      return dateOf(draft.end);
    },
    set endDate(value: unknown) {
      draft.end = msOf(value);
    },
    get isAllDay() {
      return truth(draft.allDay);
    },
    get allDay() {
      return truth(draft.allDay);
    },
    set allDay(value: unknown) {
      draft.allDay = flagOf(value);
      if (draft.allDay) draft.zone = null;
    },
    get timeZone() {
      return draft.zone === null ? nil() : strict({ name: new NSString(draft.zone) });
    },
    set timeZone(value: unknown) {
      draft.zone = isNil(value) ? null : (value as { name: NSString }).name.text;
    },
    get availability() {
      return new Boxed(draft.availability);
    },
    set availability(value: unknown) {
      draft.availability = numberOf(value);
    },
    get status() {
      return new Boxed(draft.status);
    },
    get hasRecurrenceRules() {
      return truth(draft.rules.length > 0);
    },
    get isDetached() {
      return truth(one.detached);
    },
    get occurrenceDate() {
      return dateOf(one.date ?? draft.start);
    },
    get organizer() {
      return draft.organizer === null ? nil() : personObject(draft.organizer, truth);
    },
    get attendees() {
      return draft.guests.length === 0
        ? nil()
        : array(draft.guests.map((guest) => personObject(guest, truth)));
    },
  });
  held.set(object, one);
  return object;
}

/** EKReminder. */
export function reminderObject(data: KitReminder, store: EventStore, kind: object): object {
  const draft = structuredClone(data);
  const object = itemObject(draft, {
    isKindOfClass: (other: unknown) => other === kind,
    get calendarItemIdentifier() {
      return new NSString(draft.item);
    },
    get calendarItemExternalIdentifier() {
      return new NSString(`X-${draft.item}`);
    },
    get calendar() {
      return calendarObject(known(store.state.lists.find(({ id }) => id === draft.list)), store);
    },
    set calendar(value: object) {
      draft.list = calendarDataOf(value).id;
    },
    get priority() {
      return new Boxed(draft.priority);
    },
    set priority(value: unknown) {
      draft.priority = numberOf(value);
    },
    get isCompleted() {
      return draft.done;
    },
    get completed() {
      return draft.done;
    },
    set completed(value: unknown) {
      draft.done = flagOf(value);
      draft.doneAt = draft.done ? Date.now() : null;
    },
    get completionDate() {
      return draft.doneAt === null ? nil() : dateOf(draft.doneAt);
    },
    set completionDate(value: unknown) {
      draft.doneAt = msOf(value);
      draft.done = true;
    },
    get location() {
      return string(draft.place);
    },
    set location(value: unknown) {
      draft.place = textOf(value);
    },
    get dueDateComponents() {
      return draft.due === null ? nil() : componentsOf(draft.due);
    },
    set dueDateComponents(value: unknown) {
      draft.due = momentOf(value);
    },
    get startDateComponents() {
      return draft.start === null ? nil() : componentsOf(draft.start);
    },
    set startDateComponents(value: unknown) {
      draft.start = momentOf(value);
    },
  });
  reminders.set(object, draft);
  return object;
}
