import type { RuleRecord } from '../../../../src/backends/eventkit/process/protocol.js';
import { lengthAt, startsOf } from './occurrences.js';
import { type KitEvent, type KitReminder, type KitState, kitEvent } from './state.js';

/** An event as a program holds it: of a series one of its occurrences. What is changed is a draft until it is saved. */
export interface Held {
  readonly draft: KitEvent;
  /** Original start, where it is one of several. */
  readonly date?: number;
  readonly detached: boolean;
  /** The first of a series, as found by an identifier. */
  readonly isMaster: boolean;
}

export class Refusal extends Error {
  constructor(readonly code: number) {
    super(`refused ${code}`);
  }
}

/** Where state is kept: a file that several processes share, or nothing else. */
export interface Keeping {
  load(): KitState;
  save(state: KitState): void;
}

const MOST = 4 * 365.25 * 86_400_000;

/** EKEventStore: what is saved without a commit is kept aside, and thrown away by a reset. */
export class EventStore {
  #pending: ((state: KitState) => void)[] = [];

  constructor(readonly keeping: Keeping) {}

  get state(): KitState {
    return this.keeping.load();
  }

  get isOpen(): boolean {
    return this.state.status === 3 && !this.state.oddities.liesAboutStatus;
  }

  reset(): void {
    this.#pending = [];
  }

  matching(from: number, to: number, calendars: ReadonlySet<string>): Held[] {
    const { state } = this;
    const { slowMs = 0 } = state.oddities;
    if (slowMs > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, slowMs);
    if (!this.isOpen) return [];
    const end = Math.min(to, from + MOST);
    const held: Held[] = [];
    for (const event of state.events) {
      if (calendars.has(event.calendar)) held.push(...occurrencesOf(event, { from, to: end }, state));
    }
    return held;
  }

  byIdentifier(item: string): Held | undefined {
    if (!this.isOpen) return undefined;
    for (const event of this.state.events) {
      if (event.item === item) return masterOf(event);
      const own = event.overrides.find((one) => one.item === item);
      if (own !== undefined) return heldOverride(event, own, this.state);
    }
    return undefined;
  }

  byExternal(uid: string): Held[] {
    if (!this.isOpen) return [];
    const { state } = this;
    const held: Held[] = [];
    for (const event of state.events) {
      if (event.uid === uid) held.push(masterOf(event));
      for (const one of event.overrides) {
        const own = heldOverride(event, one, state);
        if (own.draft.uid === uid) held.push(own);
      }
    }
    return held;
  }

  save(held: Held, span: number, commit: boolean): void {
    const { draft } = held;
    this.#requireWritable(draft.calendar);
    if (draft.end < draft.start) throw new Refusal(4);
    this.#do(commit, (state) => saved(state, held, span));
  }

  remove(held: Held, span: number, commit: boolean): void {
    this.#requireWritable(held.draft.calendar);
    this.#do(commit, (state) => removed(state, held, span));
  }

  change(commit: boolean, work: (state: KitState) => void): void {
    this.#do(commit, work);
  }

  commit(): void {
    const { state } = this;
    if (state.oddities.refusesCommits !== undefined) throw new Refusal(state.oddities.refusesCommits);
    const work = this.#pending;
    this.#pending = [];
    if (!state.oddities.ignoresSaves) for (const one of work) one(state);
    state.version++;
    this.keeping.save(state);
  }

  #do(commit: boolean, work: (state: KitState) => void): void {
    this.#pending.push(work);
    if (commit) this.commit();
  }

  #requireWritable(id: string): void {
    const calendar = this.state.calendars.find((one) => one.id === id);
    if (calendar === undefined) throw new Refusal(1010);
    if (!calendar.writable) throw new Refusal(6);
  }
}

function masterOf(event: KitEvent): Held {
  return {
    draft: structuredClone(event),
    isMaster: true,
    detached: false,
    ...(event.rules.length > 0 && { date: event.start }),
  };
}

function heldOverride(event: KitEvent, own: KitEvent, { oddities }: KitState): Held {
  const draft = structuredClone(own);
  draft.calendar = event.calendar;
  draft.item = oddities.ownItems ? own.item : event.item;
  const mark = oddities.marked ? `/RID=${Math.round((own.occurrence ?? 0) / 1000)}` : '';
  draft.uid = event.uid === null ? null : event.uid + mark;
  return { draft, date: own.occurrence ?? own.start, detached: true, isMaster: false };
}

const known = new WeakMap<KitEvent, Map<string, readonly number[]>>();

function occurrencesOf(event: KitEvent, { from, to }: { from: number; to: number }, state: KitState): Held[] {
  const overlaps = (start: number, end: number): boolean =>
    start < to && (end > from || (start === end && start >= from));
  if (event.rules.length === 0) {
    // A clone of each costs more than all else: what is changed of a draft is put in its place, never changed within.
    return overlaps(event.start, event.end)
      ? [{ draft: { ...event }, detached: false, isMaster: false }]
      : [];
  }
  const longest = event.end - event.start + 86_400_000;
  const key = `${from} ${to} ${event.start} ${event.end} ${JSON.stringify(event.rules)}`;
  const byWindow = known.get(event) ?? new Map<string, readonly number[]>();
  known.set(event, byWindow);
  const starts = byWindow.get(key) ?? startsOf(event, from - longest, to, state.zone);
  byWindow.set(key, starts);
  const out = new Set([...event.excluded, ...event.overrides.map(({ occurrence }) => occurrence ?? 0)]);
  const plain = starts
    .filter((start) => !out.has(start) && overlaps(start, start + lengthAt(event, start, state.zone)))
    .map((start): Held => {
      const end = start + lengthAt(event, start, state.zone);
      return { draft: { ...event, start, end }, date: start, detached: false, isMaster: false };
    });
  const own = event.overrides
    .filter(({ start, end }) => overlaps(start, end))
    .map((one) => heldOverride(event, one, state));
  return [...plain, ...own];
}

/** Whole days end a second before midnight; some accounts know whole seconds only. */
function stored(state: KitState, draft: KitEvent): KitEvent {
  const now = Date.now();
  const modified = state.oddities.restamps ? Math.floor(now / 1000) * 1000 + 1000 * ++state.counter : now;
  return { ...structuredClone(draft), modified };
}

function saved(state: KitState, { draft, date, detached, isMaster }: Held, span: number): void {
  const event = state.events.find((one) =>
    detached
      ? one.overrides.some(({ occurrence }) => occurrence === date) && sameSeries(one, draft)
      : one.item === draft.item,
  );
  if (event === undefined) {
    state.events.push(stored(state, draft));
    return;
  }
  if (span === 0 && date !== undefined) {
    const item = `${event.item}:${date}`;
    const own = { ...stored(state, draft), item, rules: [], excluded: [], overrides: [], occurrence: date };
    event.overrides = [...event.overrides.filter(({ occurrence }) => occurrence !== date), own];
    event.modified = own.modified;
    return;
  }
  if (date !== undefined && !isMaster)
    throw new Error('a later occurrence and all that follow: the product cuts instead');
  changeAll(state, event, stored(state, draft));
}

function sameSeries(event: KitEvent, draft: KitEvent): boolean {
  return draft.item.split(':')[0] === event.item;
}

function changeAll(state: KitState, event: KitEvent, draft: KitEvent): void {
  const isMoved = draft.calendar !== event.calendar;
  const isOther =
    isMoved || draft.start !== event.start || JSON.stringify(draft.rules) !== JSON.stringify(event.rules);
  const { excluded, overrides } = event;
  Object.assign(event, draft, { excluded, overrides });
  if (isMoved && state.oddities.renamesMoved) event.uid = `UID-${++state.counter}`;
  if (event.rules.length === 0 || (isOther && state.oddities.losesExceptions)) {
    event.excluded = [];
    event.overrides = [];
  }
}

function removed(state: KitState, { draft, date, detached, isMaster }: Held, span: number): void {
  const event = state.events.find((one) =>
    detached
      ? one.overrides.some(({ occurrence }) => occurrence === date) && sameSeries(one, draft)
      : one.item === draft.item,
  );
  if (event === undefined) return;
  if (date === undefined || (isMaster && span === 1)) {
    state.events = state.events.filter((one) => one !== event);
  } else if (span === 0) {
    event.excluded = [...event.excluded, date];
    event.overrides = event.overrides.filter(({ occurrence }) => occurrence !== date);
  } else {
    const until = (rule: RuleRecord): RuleRecord => ({ ...rule, count: 0, until: date - 1000 });
    event.rules = event.rules.map(until);
    event.excluded = event.excluded.filter((one) => one < date);
    event.overrides = event.overrides.filter(({ occurrence = 0 }) => occurrence < date);
  }
}

export function newDraft(state: KitState): KitEvent {
  return kitEvent(state, { calendar: state.first, zone: state.zone });
}

export function newReminder(state: KitState): KitReminder {
  const item = `TASK-${++state.counter}`;
  return {
    item,
    list: '',
    title: '',
    notes: '',
    priority: 0,
    done: false,
    doneAt: null,
    due: null,
    start: null,
    place: '',
    link: '',
    rules: [],
    alarms: [],
    created: Date.now(),
    modified: Date.now(),
  };
}
