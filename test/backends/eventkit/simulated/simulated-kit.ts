import { compileFunction } from 'node:vm';
import { EventStore, type Keeping, newDraft, newReminder, Refusal } from './event-store.js';
import { calendarDataOf, calendarObject, eventObject, heldOf } from './kit-objects.js';
import { alarmObject, ruleData, ruleObject } from './kit-parts.js';
import { reminderObject, reminderOf } from './kit-reminders.js';
import {
  array,
  Boxed,
  foundation,
  isNil,
  itemsOf,
  type Kit,
  msOf,
  nil,
  numberOf,
  type Reference,
  type Streams,
  spotOf,
  strict,
  textOf,
} from './objc.js';
import { kitCalendar } from './state.js';

export interface SimulatedGlobals {
  readonly $: unknown;
  readonly ObjC: unknown;
}

/** EventKit with Foundation around it, as `osascript -l JavaScript` shows them. */
export function simulatedKit(
  keeping: Keeping,
  streams: Streams,
  seen: { version: number },
): SimulatedGlobals {
  const later: (() => void)[] = [];
  const { ObjC, $, classes } = foundation(
    streams,
    () => keeping.load().zone,
    (tell) => {
      for (const done of later.splice(0)) done();
      const { version } = keeping.load();
      if (version !== seen.version) tell();
      seen.version = version;
    },
  );
  const store = new EventStore(keeping);
  /** Says whether it worked, and why not through the reference. */
  const tried = (error: Reference, work: () => void): unknown => {
    try {
      work();
      return keeping.load().oddities.boxed ? new Boxed(true) : true;
    } catch (cause) {
      if (!(cause instanceof Refusal)) throw cause;
      error.error = cause.code;
      return keeping.load().oddities.boxed ? new Boxed(false) : false;
    }
  };
  const list = (found: ReturnType<EventStore['matching']>): object =>
    array(found.map((one) => eventObject(one, store)));
  const reminderClass = strict({ name: 'EKReminder' });
  const grant = (entity: 'status' | 'reminderStatus'): void => {
    const state = keeping.load();
    state[entity] = state.granted;
    keeping.save(state);
  };

  const eventStore = (): object =>
    strict({
      get reset() {
        store.reset();
        return undefined;
      },
      get refreshSourcesIfNecessary() {
        return undefined;
      },
      get sources() {
        return array(
          [...new Set(store.state.calendars.map(({ source }) => source))].map((title) =>
            strict({ title: $(title) }),
          ),
        );
      },
      calendarsForEntityType: (entity: number) => {
        const { status, reminderStatus, calendars, lists } = store.state;
        const isOpen =
          (entity === 0 ? status : reminderStatus) === 3 && !store.state.oddities.liesAboutStatus;
        return array(
          isOpen ? (entity === 0 ? calendars : lists).map((one) => calendarObject(one, store)) : [],
        );
      },
      get defaultCalendarForNewEvents() {
        const first = store.state.calendars.find(({ id }) => id === store.state.first);
        return first === undefined || !store.isOpen ? nil() : calendarObject(first, store);
      },
      get defaultCalendarForNewReminders() {
        const [first] = store.state.lists;
        return first === undefined ? nil() : calendarObject(first, store);
      },
      predicateForEventsWithStartDateEndDateCalendars: (from: unknown, to: unknown, calendars: unknown) =>
        strict({
          window: [msOf(from), msOf(to)],
          calendars: itemsOf(calendars).map((one) => calendarDataOf(one as object).id),
        }),
      eventsMatchingPredicate: ({
        window: [from, to],
        calendars,
      }: {
        window: [number, number];
        calendars: string[];
      }) => list(store.matching(from, to, new Set(calendars))),
      calendarItemWithIdentifier: (item: string) => {
        const event = store.byIdentifier(textOf(item));
        if (event !== undefined) return eventObject(event, store);
        const reminder = store.state.reminders.find((one) => one.item === item);
        return reminder === undefined ? nil() : reminderObject(reminder, store, reminderClass);
      },
      calendarItemsWithExternalIdentifier: (uid: string) => list(store.byExternal(textOf(uid))),
      saveEventSpanCommitError: (event: object, span: number, commit: boolean, error: Reference) =>
        tried(error, () => store.save(heldOf(event), span, commit)),
      removeEventSpanCommitError: (event: object, span: number, commit: boolean, error: Reference) =>
        tried(error, () => store.remove(heldOf(event), span, commit)),
      commit: (error: Reference) => tried(error, () => store.commit()),
      saveCalendarCommitError: (calendar: object, commit: boolean, error: Reference) =>
        tried(error, () => {
          const data = calendarDataOf(calendar);
          store.change(commit, (state) => {
            const all = data.holds === 'tasks' ? state.lists : state.calendars;
            const there = all.findIndex(({ id }) => id === data.id);
            if (there < 0) all.push(data);
            else all[there] = data;
          });
        }),
      removeCalendarCommitError: (calendar: object, commit: boolean, error: Reference) =>
        tried(error, () => {
          const gone = calendarDataOf(calendar).id;
          store.change(commit, (state) => {
            state.calendars = state.calendars.filter(({ id }) => id !== gone);
            state.lists = state.lists.filter(({ id }) => id !== gone);
            state.reminders = state.reminders.filter(({ list }) => list !== gone);
            state.events = state.events.filter((event) => event.calendar !== gone);
          });
        }),
      predicateForRemindersInCalendars: (lists: unknown) =>
        itemsOf(lists).map((one) => calendarDataOf(one as object).id),
      fetchRemindersMatchingPredicateCompletion: (lists: string[], done: (found: unknown) => void) => {
        const found = store.state.reminders.filter((one) => lists.includes(one.list));
        later.push(() => done(array(found.map((one) => reminderObject(one, store, reminderClass)))));
      },
      saveReminderCommitError: (reminder: object, commit: boolean, error: Reference) =>
        tried(error, () => {
          const data = reminderOf(reminder);
          // What is done of a series lets macOS go on with it by itself: the product never leaves that to it.
          if (data.done && data.rules.length > 0) throw new Error('a series that is done');
          store.change(commit, (state) => {
            const saved = { ...structuredClone(data), modified: Date.now() };
            state.reminders = [...state.reminders.filter(({ item }) => item !== data.item), saved];
          });
        }),
      removeReminderCommitError: (reminder: object, commit: boolean, error: Reference) =>
        tried(error, () => {
          const { item } = reminderOf(reminder);
          store.change(commit, (state) => {
            state.reminders = state.reminders.filter((one) => one.item !== item);
          });
        }),
      // Neither calls back: who asked has to look at the status.
      requestFullAccessToEventsWithCompletion: () => grant('status'),
      requestFullAccessToRemindersWithCompletion: () => grant('reminderStatus'),
    });

  const kit: Kit = {
    ...classes,
    EKEventStore: strict({
      authorizationStatusForEntityType: (entity: number) => {
        const { status, reminderStatus } = keeping.load();
        return new Boxed(entity === 0 ? status : reminderStatus);
      },
      alloc: strict({
        get init() {
          return eventStore();
        },
      }),
    }),
    EKEvent: strict({
      eventWithEventStore: () =>
        eventObject({ draft: newDraft(store.state), detached: false, isMaster: true }, store),
    }),
    EKReminder: strict({
      class: reminderClass,
      reminderWithEventStore: () => reminderObject(newReminder(store.state), store, reminderClass),
    }),
    EKCalendar: strict({
      calendarForEntityTypeEventStore: (entity: number) =>
        calendarObject(
          {
            ...kitCalendar(''),
            id: `CAL-${++store.state.counter}`,
            source: '',
            ...(entity === 1 && { holds: 'tasks' }),
          },
          store,
        ),
    }),
    EKAlarm: strict({
      alarmWithRelativeOffset: (offset: number) =>
        alarmObject({ date: null, offset: numberOf(offset), type: 0, near: false }),
      alarmWithAbsoluteDate: (date: unknown) =>
        alarmObject({ date: msOf(date), offset: null, type: 0, near: false }),
    }),
    EKStructuredLocation: strict({
      locationWithTitle: (title: unknown) => strict({ title, geoLocation: spotOf([0, 0]) }),
    }),
    EKRecurrenceDayOfWeek: strict({
      dayOfWeekWeekNumber: (day: number, week: number) => strict({ pair: [numberOf(day), numberOf(week)] }),
    }),
    EKRecurrenceEnd: strict({
      recurrenceEndWithOccurrenceCount: (count: number) => strict({ count: numberOf(count), until: null }),
      recurrenceEndWithEndDate: (date: unknown) =>
        strict({ count: 0, until: isNil(date) ? null : msOf(date) }),
    }),
    EKRecurrenceRule: strict({
      alloc: strict({
        initRecurrenceWithFrequencyIntervalDaysOfTheWeekDaysOfTheMonthMonthsOfTheYearWeeksOfTheYearDaysOfTheYearSetPositionsEnd:
          (...given: unknown[]) => ruleObject(ruleData(...given)),
      }),
    }),
  };
  const dollar = new Proxy($, {
    get: (call, name) => {
      if (typeof name === 'symbol' || name in call) return Reflect.get(call, name);
      if (!(name in kit) && !(name in classes)) throw new Error(`no class ${name}`);
      return name in kit ? kit[name] : classes[name];
    },
  });
  return { $: dollar, ObjC };
}

const compiled = new Map<string, (dollar: unknown, objc: unknown) => unknown>();

/** Runs a script until its input ends: it sees what osascript gives it, and what every JavaScript has. */
export function runJxa(source: string, { $, ObjC }: SimulatedGlobals): unknown {
  const hidden = ['process', 'require', 'global', 'globalThis', 'console', 'setTimeout', 'Buffer'];
  const made = compiled.get(source);
  const script =
    made ??
    (compileFunction(source, ['$', 'ObjC', ...hidden], { filename: 'eventkit.js' }) as (
      dollar: unknown,
      objc: unknown,
    ) => unknown);
  compiled.set(source, script);
  return script($, ObjC);
}
