import type { PersonRecord, RuleRecord } from '../../../../src/backends/eventkit/process/protocol.js';
import type { Held } from './event-store.js';
import { array, Boxed, dateOf, isNil, itemsOf, NSString, nil, numberOf, strict } from './objc.js';

const numbers = (values: readonly number[]): unknown =>
  values.length === 0 ? nil() : array(values.map((v) => new Boxed(v)));

export function ruleObject(data: RuleRecord): object {
  const { count, until } = data;
  return strict({
    data,
    frequency: new Boxed(data.frequency),
    interval: new Boxed(data.interval),
    firstDayOfTheWeek: new Boxed(data.weekStart),
    daysOfTheWeek:
      data.days.length === 0
        ? nil()
        : array(
            data.days.map(([day, week]) =>
              strict({ dayOfTheWeek: new Boxed(day), weekNumber: new Boxed(week) }),
            ),
          ),
    daysOfTheMonth: numbers(data.monthDays),
    monthsOfTheYear: numbers(data.months),
    weeksOfTheYear: numbers(data.weeks),
    daysOfTheYear: numbers(data.yearDays),
    setPositions: numbers(data.positions),
    recurrenceEnd:
      count === 0 && until === null
        ? nil()
        : strict({ occurrenceCount: new Boxed(count), endDate: until === null ? nil() : dateOf(until) }),
  });
}

/** What initRecurrence… is given, checked as Apple's page on it says. */
export function ruleData(...given: readonly unknown[]): RuleRecord {
  const [frequency, interval, days, monthDays, months, weeks, yearDays, positions, end] = given;
  const list = (value: unknown): number[] => itemsOf(value).map(numberOf);
  const last = isNil(end) ? undefined : (end as { count: number; until: number | null });
  const rule = {
    frequency: numberOf(frequency),
    interval: numberOf(interval),
    weekStart: 0,
    days: itemsOf(days).map((day) => (day as { pair: [number, number] }).pair),
    monthDays: list(monthDays),
    months: list(months),
    weeks: list(weeks),
    yearDays: list(yearDays),
    positions: list(positions),
    count: last?.count ?? 0,
    until: last?.until ?? null,
  };
  const only = (allowed: boolean, values: readonly unknown[]): void => {
    if (!allowed && values.length > 0) throw new Error('a part that this frequency does not have');
  };
  only(rule.frequency !== 0, rule.days);
  only(rule.frequency === 2, rule.monthDays);
  only(rule.frequency === 3, [...rule.months, ...rule.weeks, ...rule.yearDays]);
  return rule;
}

export function alarmObject(data: Held['draft']['alarms'][number]): object {
  return strict({
    data,
    absoluteDate: data.date === null ? nil() : dateOf(data.date),
    relativeOffset: new Boxed(data.offset ?? 0),
    type: new Boxed(data.type),
    structuredLocation: data.near ? strict({ title: new NSString('Home') }) : nil(),
  });
}

export function personObject(person: PersonRecord, truth: (value: boolean) => unknown): object {
  return strict({
    URL: person.url === null ? nil() : strict({ absoluteString: new NSString(person.url) }),
    name: person.name === null ? nil() : new NSString(person.name),
    participantStatus: new Boxed(person.status),
    participantRole: new Boxed(person.role),
    participantType: new Boxed(person.type),
    isCurrentUser: truth(person.self),
  });
}
