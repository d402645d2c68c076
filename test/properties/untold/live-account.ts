import { event, ics } from '../../engine/service-on-memory.js';
import type { World as OtherClient } from '../other-client/play.js';
import { textOf } from './ask.js';
import type { Happening } from './happenings.js';
import type { PlainAccount, PlainCalendar, PlainEvent } from './random-world.js';

type Held = PlainEvent | 'unreadable';
type Files = ReadonlyMap<string, Held>;

interface LiveCalendar {
  readonly name: string;
  readonly at: OtherClient;
  /** Lines of an event that its server accepts but that is not fully readable; in another year than the others. */
  readonly unreadable: readonly string[];
  /** Content from each time on, the newest last. */
  readonly states: { readonly from: number; readonly files: Files }[];
  fails: boolean;
}

/** Another client's changes to the calendars of an account, and their content at any time. */
export class LiveAccount {
  fails = false;
  readonly calendars: readonly LiveCalendar[];
  #remembered: readonly Files[];

  constructor(
    readonly name: string,
    calendars: readonly Pick<LiveCalendar, 'name' | 'at' | 'unreadable'>[],
    private readonly now: () => number,
    /** Start hours of other accounts' events. */
    private readonly taken: ReadonlySet<number>,
  ) {
    this.calendars = calendars.map((one) => ({
      ...one,
      states: [{ from: now(), files: new Map() }],
      fails: false,
    }));
    this.#remembered = this.calendars.map(() => new Map());
  }

  /** Fills the empty calendars from a plain account. */
  async fill({ calendars }: PlainAccount): Promise<void> {
    for (const [nth, { events, broken }] of calendars.entries()) {
      for (const [file, event] of events.entries())
        await this.happen({ what: 'put', calendar: nth, file, event });
      for (let file = 0; file < broken; file++)
        await this.happen({ what: 'put', calendar: nth, file: 100 + file, event: 'unreadable' });
    }
  }

  async happen(one: Exclude<Happening, { what: 'ask' | 'wait' }>): Promise<void> {
    if (one.what === 'account') this.fails = one.fails;
    else if (one.what === 'remember') this.#remembered = this.calendars.map(filesNow);
    else if ('calendar' in one) {
      const calendar = this.calendars[one.calendar];
      if (calendar !== undefined) await this.#happenTo(calendar, one);
    } else {
      for (const [nth, calendar] of this.calendars.entries())
        await this.#turn(calendar, this.#remembered[nth] ?? new Map());
    }
  }

  async #happenTo(calendar: LiveCalendar, one: Extract<Happening, { calendar: number }>): Promise<void> {
    if (one.what === 'calendar') {
      calendar.fails = one.fails;
      return;
    }
    const [name, files] = [`e${one.file}.ics`, new Map(filesNow(calendar))];
    if (one.what === 'remove') files.delete(name);
    else if (one.event === 'unreadable' || !this.#isTaken(one.event.hour, name, calendar))
      files.set(name, one.event);
    await this.#turn(calendar, files);
  }

  /** The contents of a calendar from one time to another. */
  statesBetween(calendar: LiveCalendar, from: number, to: number): readonly Files[] {
    return calendar.states
      .filter((state, nth) => state.from <= to && (calendar.states[nth + 1]?.from ?? Infinity) > from)
      .map(({ files }) => files);
  }

  #isTaken(hour: number, file: string, calendar: LiveCalendar): boolean {
    if (this.taken.has(hour)) return true;
    return this.calendars.some((one) =>
      [...filesNow(one)].some(
        ([name, held]) => !(one === calendar && name === file) && held !== 'unreadable' && held.hour === hour,
      ),
    );
  }

  async #turn(calendar: LiveCalendar, files: Files): Promise<void> {
    const before = filesNow(calendar);
    for (const name of before.keys()) if (!files.has(name)) await calendar.at.remove(name);
    for (const [name, held] of files)
      if (before.get(name) !== held) await calendar.at.put(name, written(held, name, calendar));
    calendar.states.push({ from: this.now(), files });
  }
}

/** A calendar in the form of a world. */
export function plainly({ name }: LiveCalendar, files: Files, fails: boolean): PlainCalendar {
  const held = [...files.values()];
  const events = held.filter((one) => one !== 'unreadable');
  return { name, events, broken: held.length - events.length, fails };
}

const filesNow = ({ states }: LiveCalendar): Files => states.at(-1)?.files ?? new Map();

function written(held: Held, name: string, { unreadable }: LiveCalendar): string {
  if (held !== 'unreadable') return textOf(held, name);
  return ics(...event(`UID:${name}`, 'SUMMARY:Unreadable', ...unreadable));
}
