import { expect } from 'vitest';
import type { RandomSeries } from './random-tasks.js';
import { type Seen, seenIn } from './seen-tasks.js';

export const LOOKED_AT = 40;

/** The model: a series as a list of days, without a rule. */
export class Life {
  ics: string;
  readonly copies: string[] = [];
  /** The state of each day; `left` after the series has moved past it. */
  readonly days: Map<string, Seen | 'left'>;

  constructor(readonly series: RandomSeries) {
    this.ics = series.ics;
    this.days = new Map(series.dates.map((date) => [date, 'open']));
  }

  chosen(at: number, states: readonly string[]): string | undefined {
    const some = [...this.days].filter(([, state]) => states.includes(state));
    return some[at % Math.max(1, some.length)]?.[0];
  }

  /** Writes an occurrence by hand, as other programs do. */
  elsewhere(date: string, state: Seen): void {
    const lines = [
      'BEGIN:VTODO',
      'UID:series@example.org',
      'DTSTAMP:20260101T000000Z',
      'SUMMARY:Water the plants\\, all of them',
      ...this.series.times(date),
      this.series.line('RECURRENCE-ID', date),
      `STATUS:${state === 'done' ? 'COMPLETED' : 'CANCELLED'}`,
      'X-BY:another program',
      'END:VTODO',
    ];
    this.ics = this.ics.replace('END:VCALENDAR', `${lines.join('\r\n')}\r\nEND:VCALENDAR`);
    this.days.set(date, state);
  }

  id(date: string): string {
    return this.series.line('', date).replace(/^.*:/, '').replace(/00Z?$/, '');
  }
}

/** The product's text, read by ical.js, has the model's state for every day. */
export function check(life: Life): void {
  const seen = [...seenIn(life.ics, LOOKED_AT)].sort(([a], [b]) => (a < b ? -1 : 1));
  const model = [...life.days].filter(([, state]) => state !== 'left');
  const last = life.series.dates.at(-1) ?? '';
  const looked = life.series.isEndless ? seen.filter(([date]) => date <= last) : seen;
  expect(looked).toEqual(model);
}
