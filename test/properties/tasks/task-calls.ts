import fc from 'fast-check';
import { expect } from 'vitest';
import type { CalendarService } from '../../../src/engine/context/service.js';
import { randomSeries } from './random-tasks.js';
import { seenIn } from './seen-tasks.js';
import { check, Life, LOOKED_AT } from './series-life.js';

/** A list as other programs see it. */
export interface TaskStore {
  put(file: string, ics: string): Promise<void>;
  stored(): Promise<ReadonlyMap<string, string>>;
}

/** PRODIDs that determine how the list's programs record a done occurrence. */
const PROGRAMS = [
  '-//test//EN',
  '-//Mozilla.org//Thunderbird//EN',
  '-//Apple Inc.//iOS 12//EN',
  '+//IDN tasks.org//EN',
];

export const taskLives = fc.record({
  series: randomSeries,
  program: fc.constantFrom(...PROGRAMS),
  steps: fc.array(
    fc.record({
      does: fc.constantFrom(
        ...(['complete', 'complete', 'complete', 'complete', 'undone', 'reopen'] as const),
        ...(['cancel elsewhere', 'done elsewhere', 'moved elsewhere'] as const),
      ),
      at: fc.nat(9),
      isNamed: fc.boolean(),
    }),
    { minLength: 12, maxLength: 18, size: 'max' },
  ),
});
export type TaskLife = typeof taskLives extends fc.Arbitrary<infer T> ? T : never;
type Step = TaskLife['steps'][number];

const FILE = 'series.ics';
const UID = 'series@example.org';
const WHOLE = ['UID:whole', 'SUMMARY:Water the garden'];
const PARTS = ['one', 'two'].map((uid) => [`UID:${uid}`, 'SUMMARY:A part', `RELATED-TO:whole`]);
const NEVER = new AbortController().signal;

interface Row {
  readonly id: string;
  readonly seriesId?: string;
  readonly title: string;
  readonly due?: string;
  readonly start?: string;
}

/** Plays one life of a list through the tools, among other programs; returns the number of completed occurrences. */
export async function playTaskLife(
  { series, program, steps }: TaskLife,
  store: TaskStore,
  service: CalendarService,
): Promise<number> {
  const life = new Life({ ...series, ics: series.ics.replace('-//test//EN', program) });
  await store.put(FILE, life.ics);
  for (const [at, lines] of [WHOLE, ...PARTS].entries()) await store.put(`other-${at}.ics`, todo(lines));
  let completed = 0;
  const list = new ListOf(store, service);
  await list.checkAnswer(life);
  for (const step of steps) {
    completed += await take(life, step, list);
    life.ics = await list.text();
    check(life);
    await list.checkAnswer(life);
  }
  await list.completeWhole();
  return completed;
}

class ListOf {
  /** Id of the series, as the list last showed it; names its occurrences. */
  seriesId: string | undefined;

  constructor(
    readonly store: TaskStore,
    readonly service: CalendarService,
  ) {}

  async text(): Promise<string> {
    const files = await this.store.stored();
    const [text] = [...files.values()].filter((one) => one.includes(`UID:${UID}`));
    if (text === undefined) throw new Error('the series is gone');
    return text;
  }

  async write(mutation: object): Promise<{ readonly data: { readonly undoToken?: string } }> {
    return (await this.service.write({ mutation }, { signal: NEVER })) as never;
  }

  async rows(query: object = {}): Promise<readonly Row[]> {
    const asked = {
      type: 'tasks',
      fields: ['id', 'seriesId', 'title', 'due', 'start'],
      refresh: true,
      ...query,
    };
    const { data } = (await this.service.read({ query: asked }, { signal: NEVER })) as never as {
      data: { tasks: Row[] };
    };
    return data.tasks;
  }

  /** The list shows the first open occurrence, or nothing if there is none. */
  async checkAnswer(life: Life): Promise<void> {
    const found = await this.rows({ filters: { title: 'Water the plants' } });
    this.seriesId = found[0]?.id.split('/')[0];
    const rows = found.map(({ id, due, start }) =>
      (id.split('/')[1]?.slice(0, 8) ?? (start ?? due ?? '').slice(0, 10)).replaceAll('-', ''),
    );
    const first = life.chosen(0, ['open']);
    // The model knows only the first dates of an endless series.
    const [last = ''] = life.series.isEndless ? life.series.dates.slice(-1) : [];
    if (first === undefined && last !== '') expect(rows.every((row) => row > last)).toBe(true);
    else expect(rows).toEqual(first === undefined ? [] : [first]);
  }

  /** Sub-tasks are completed with their task, and an undo reopens them. */
  async completeWhole(): Promise<void> {
    const before = await this.store.stored();
    const whole = (await this.rows()).find(({ title }) => title === 'Water the garden');
    const { data } = await this.write({ operation: 'complete', id: whole?.id, children: true });
    const after = await this.store.stored();
    const done = [...after.values()].filter((text) => /SUMMARY:(?:A part|Water the garden)/.test(text));
    expect(done.map((text) => /^STATUS:(.*?)\r?$/m.exec(text)?.[1])).toEqual(Array(3).fill('COMPLETED'));
    await this.write({ operation: 'undo', undoToken: data.undoToken });
    expect(await this.store.stored()).toEqual(before);
  }
}

/** Takes one step; returns the number of occurrences that it completes. */
async function take(life: Life, { does, at, isNamed }: Step, list: ListOf): Promise<number> {
  if (does.endsWith('elsewhere')) return elsewhere(life, does, at, list);
  const id = list.seriesId;
  if (does === 'reopen') {
    const date = life.chosen(at, ['done', 'cancelled']);
    if (date === undefined || id === undefined) return 0;
    await list.write({ operation: 'reopen', id: `${id}/${life.id(date)}`, scope: 'this' });
    life.days.set(date, 'open');
    return 0;
  }
  const first = life.chosen(0, ['open']);
  const date = isNamed ? life.chosen(at, ['open']) : first;
  if (date === undefined || id === undefined) return 0;
  const before = await list.store.stored();
  const named = isNamed ? { id: `${id}/${life.id(date)}`, scope: 'this' } : { id };
  const { data } = await list.write({ operation: 'complete', ...named });
  if (does === 'undone') {
    await list.write({ operation: 'undo', undoToken: data.undoToken });
    expect(await list.store.stored()).toEqual(before);
    return 1;
  }
  const isThere = seenIn(await list.text(), LOOKED_AT).has(date);
  life.days.set(date, isThere ? 'done' : 'left');
  // Only the first open one can move the series on.
  if (!isThere) expect(date).toBe(first);
  return 1;
}

/** Writes as other programs do: an occurrence by itself, or the series moved on in place. */
async function elsewhere(life: Life, does: Step['does'], at: number, list: ListOf): Promise<number> {
  const isApart = (date: string): boolean => life.ics.includes(life.series.line('RECURRENCE-ID', date));
  const untouched = [...life.days].flatMap(([date, state]) =>
    state === 'open' && !isApart(date) ? [date] : [],
  );
  if (does !== 'moved elsewhere') {
    const date = untouched[at % Math.max(1, untouched.length)];
    if (date === undefined) return 0;
    life.elsewhere(date, does === 'done elsewhere' ? 'done' : 'cancelled');
  } else {
    const [now, next] = [...life.days].flatMap(([date, state]) => (state === 'left' ? [] : [date]));
    const isPlain = !/COUNT|RECURRENCE-ID|EXDATE|INTERVAL=[2-9]/.test(life.ics);
    if (now === undefined || next === undefined || !isPlain || life.days.get(now) !== 'open') return 0;
    for (const [line, other] of life.series.times(now).map((line, n) => [line, life.series.times(next)[n]]))
      life.ics = life.ics.replace(`${line}\r\n`, `${other}\r\n`);
    life.days.set(now, 'left');
  }
  await list.store.put(FILE, life.ics);
  return 0;
}

function todo(lines: readonly string[]): string {
  const inside = ['BEGIN:VTODO', 'DTSTAMP:20260101T000000Z', ...lines, 'END:VTODO'];
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', ...inside, 'END:VCALENDAR', ''].join(
    '\r\n',
  );
}
