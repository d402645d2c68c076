import type { EventStore, Held } from './event-store.js';
import { Item, string } from './item-parts.js';
import { personObject } from './kit-parts.js';
import {
  array,
  Boxed,
  colorOf,
  dateOf,
  flagOf,
  isNil,
  msOf,
  NSString,
  nil,
  numberOf,
  spotOf,
  strict,
  textOf,
} from './objc.js';
import type { KitCalendar } from './state.js';

const held = new WeakMap<object, Held>();
const calendars = new WeakMap<object, KitCalendar>();

export const heldOf = (object: object): Held => known(held.get(object));
export const calendarDataOf = (object: object): KitCalendar => known(calendars.get(object));

export function known<T>(value: T | undefined): T {
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
class EventItem extends Item<Held['draft']> {
  constructor(
    readonly one: Held,
    readonly store: EventStore,
  ) {
    super(one.draft);
  }

  readonly truth = (value: boolean): unknown => (this.store.state.oddities.boxed ? new Boxed(value) : value);

  isKindOfClass(): boolean {
    return false;
  }

  get calendarItemIdentifier() {
    return new NSString(this.draft.item);
  }

  get calendarItemExternalIdentifier() {
    return this.draft.uid === null ? nil() : new NSString(this.draft.uid);
  }

  get calendar() {
    return calendarObject(
      known(this.store.state.calendars.find(({ id }) => id === this.draft.calendar)),
      this.store,
    );
  }

  set calendar(value: object) {
    this.draft.calendar = calendarDataOf(value).id;
  }

  get location() {
    return string(this.draft.place);
  }

  set location(value: unknown) {
    this.draft.place = textOf(value);
    this.draft.point = null;
  }

  get structuredLocation() {
    if (this.draft.place === '' && this.draft.point === null) return nil();
    return strict({
      title: string(this.draft.place),
      geoLocation: this.draft.point === null ? nil() : spotOf(this.draft.point),
    });
  }

  set structuredLocation(value: unknown) {
    if (isNil(value)) {
      this.draft.point = null;
      this.draft.place = '';
      return;
    }
    const { title, geoLocation } = value as {
      title: unknown;
      geoLocation: { coordinate: { latitude: Boxed; longitude: Boxed } };
    };
    this.draft.place = textOf(title);
    this.draft.point = [Number(geoLocation.coordinate.latitude), Number(geoLocation.coordinate.longitude)];
  }

  get startDate() {
    return dateOf(this.draft.start);
  }

  set startDate(value: unknown) {
    this.draft.start = msOf(value);
  }

  get endDate() {
    return dateOf(this.draft.end);
  }

  set endDate(value: unknown) {
    this.draft.end = msOf(value);
  }

  get isAllDay() {
    return this.truth(this.draft.allDay);
  }

  get allDay() {
    return this.truth(this.draft.allDay);
  }

  set allDay(value: unknown) {
    this.draft.allDay = flagOf(value);
    if (this.draft.allDay) this.draft.zone = null;
  }

  get timeZone() {
    return this.draft.zone === null ? nil() : strict({ name: new NSString(this.draft.zone) });
  }

  set timeZone(value: unknown) {
    this.draft.zone = isNil(value) ? null : (value as { name: NSString }).name.text;
  }

  get availability() {
    return new Boxed(this.draft.availability);
  }

  set availability(value: unknown) {
    this.draft.availability = numberOf(value);
  }

  get status() {
    return new Boxed(this.draft.status);
  }

  get hasRecurrenceRules() {
    return this.truth(this.draft.rules.length > 0);
  }

  get isDetached() {
    return this.truth(this.one.detached);
  }

  get occurrenceDate() {
    return dateOf(this.one.date ?? this.draft.start);
  }

  get organizer() {
    return this.draft.organizer === null ? nil() : personObject(this.draft.organizer, this.truth);
  }

  get attendees() {
    return this.draft.guests.length === 0
      ? nil()
      : array(this.draft.guests.map((guest) => personObject(guest, this.truth)));
  }
}

export function eventObject(one: Held, store: EventStore): object {
  const object = strict(new EventItem(one, store));
  held.set(object, one);
  return object;
}
