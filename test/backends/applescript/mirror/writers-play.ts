import { expect } from 'vitest';
import type { Patch } from '../../../../compilers/pushdown/target.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { Backend, CalendarInfo, CalendarObject } from '../../../../src/ports/backend.js';
import { never, required } from '../../../conformance/subject.js';
import { type Fault, faulty } from '../simulated/faulty.js';
import type { Oddities } from '../simulated/oddities.js';
import { ask, DAY, MINUTE, type MirrorWorld, mirrorWorld, type Question } from './mirror-world.js';
import { occursIn } from './occurs-in.js';
import { newEvent, withOccurrence, withOtherDays, withTitle } from './our-edits.js';
import { somebody } from './somebody.js';
import { isSomebodys, type Turn } from './writers-turn.js';

/** The evening before clocks are set back in Berlin. */
const BEGIN = Date.parse('2026-10-24T20:00:00Z');

type Calendars = readonly ReadonlyMap<string, CalendarObject>[];

/** Three processes write and read two calendars that somebody changes, too; each answer is what Calendar tells anew. */
export class Play {
  reads = 0;
  written = 0;
  refused = 0;
  /** Of a move that was perhaps made, both may be there, and somebody may put them together. */
  private isHalfMoved = false;
  private version = 0;
  private readonly looks: number[] = [];
  private readonly somebody: ReturnType<typeof somebody>;

  private constructor(
    private readonly world: MirrorWorld,
    private readonly processes: readonly Backend[],
    private readonly oddities: Oddities,
    private readonly zone: string,
  ) {
    this.somebody = somebody(world, oddities, zone);
  }

  static async begin(oddities: Oddities, zone: string): Promise<Play> {
    const world = await mirrorWorld(oddities, zone);
    world.clock = BEGIN;
    // Two with copies in one file, and one without.
    return new Play(world, [await world.open(), await world.open(), world.bare()], oddities, zone);
  }

  async end(): Promise<void> {
    for (const process of [0, 1, 2] as const) {
      for (const calendar of [0, 1] as const) await this.turn({ kind: 'read', n: 0, calendar, process });
    }
  }

  close(): Promise<void> {
    return this.world.close();
  }

  async turn(turn: Turn): Promise<void> {
    const { n, calendar, process, fault } = turn;
    const { world } = this;
    if (isSomebodys(turn)) return this.somebody(turn);
    switch (turn.kind) {
      case 'we add':
      case 'we add a whole day':
      case 'we add a series': {
        const uid = `ours-${++this.version}`;
        const ics = newEvent(uid, `Ours ${this.version}`, this.zone, turn.kind);
        return this.write(turn, (to) => ({ kind: 'create', calendar: to, uid, ics }));
      }
      case 'we change':
        return this.change(turn, (ics) => withTitle(ics, `Changed ${++this.version}`));
      case 'we change the times':
        return this.change(turn, withOtherDays);
      case 'we change an occurrence':
        return this.change(turn, withOccurrence);
      case 'we move it to the other calendar':
        return this.change(turn, (ics) => ics, 'move');
      case 'we delete':
        return this.change(turn, () => '', 'delete');
      case 'two of us change it at once':
        return this.race(turn);
      case 'read':
        return this.read(calendar, process, {}, () => true, fault);
      case 'read a window': {
        const range = { from: world.clock - DAY, to: world.clock + 2 * DAY };
        const isIn = (one: CalendarObject): boolean => occursIn(one, range, this.zone);
        return this.read(calendar, process, { range }, isIn, fault);
      }
      case 'search': {
        const where = { kind: 'text', fields: ['title'], op: 'contains', value: 'title' } as const;
        return this.read(calendar, process, { where }, ({ ics }) => /SUMMARY:.*title/i.test(ics), fault);
      }
      case 'read some': {
        const all = [...required((await this.truth())[calendar]).keys()];
        const hrefs = all.filter((_, at) => (at + n) % 3 === 0);
        if (hrefs.length === 0) return;
        return this.read(calendar, process, { hrefs }, ({ href }) => hrefs.includes(href), fault);
      }
      case 'a minute':
        world.clock += MINUTE;
        return;
      case 'an hour':
        world.clock += 60 * MINUTE;
        return;
      case 'a day':
        world.clock += DAY;
        return;
      case 'the clock is set back':
        world.clock -= 3_607_000;
        return;
    }
  }

  private get isSilent(): boolean {
    return this.oddities.frozenStamps === true;
  }

  /** Past what is fresh, and past stamps of this second; in silence, past what is believed. */
  private wait(): void {
    const { world } = this;
    const span = this.isSilent ? 11 * MINUTE : 61_000;
    do world.clock += span;
    while (
      // The clock may have been set back to just behind an earlier look.
      this.looks.some((at) => at <= world.clock && world.clock - at < span)
    );
    this.looks.push(world.clock);
  }

  /** Both calendars, as they are without a copy and without a memory. */
  private async truth(): Promise<Calendars> {
    const found: ReadonlyMap<string, CalendarObject>[] = [];
    for (const calendar of ['Work', 'Home']) {
      const { objects } = await ask(this.world.bare(), { calendar });
      const uids = new Set(objects.map(({ ics }) => /UID:(.*)\r/.exec(ics)?.[1]));
      if (!this.isHalfMoved) expect(uids.size).toBe(objects.length);
      found.push(new Map(objects.map((object) => [object.href, object])));
    }
    return found;
  }

  private async read(
    calendar: 0 | 1,
    process: 0 | 1 | 2,
    question: Question,
    isWanted: (one: CalendarObject) => boolean,
    fault: Fault | undefined,
  ): Promise<void> {
    this.wait();
    // One by one, an event is not told from another of its uid where nothing has a stamp.
    if (question.hrefs !== undefined && (this.isSilent || this.oddities.noStamps === true)) return;
    const name = calendar === 0 ? 'Work' : 'Home';
    const asked = { calendar: name, ...question, ...(this.isSilent ? { refresh: true } : {}) };
    const found = await faulty(this.world.runner, fault, () => ask(required(this.processes[process]), asked));
    if (found instanceof CalendarError) return void expect(fault).toBeDefined();
    if (found.stale !== undefined) return void expect(fault).toBeDefined();
    this.reads++;
    const all = [...required((await this.truth())[calendar]).values()];
    const texts = (some: readonly CalendarObject[]) =>
      some.map(({ href, etag, ics }) => `${href} ${etag} ${ics}`).sort();
    expect(texts(all)).toEqual(expect.arrayContaining(texts(found.objects)));
    expect(texts(found.objects)).toEqual(expect.arrayContaining(texts(all.filter(isWanted))));
    expect(found.missing).toEqual([]);
    const shared = await ask(this.world.bare(), { calendar: name });
    if (question.range === undefined && question.hrefs === undefined) {
      const hrefs = (some: typeof found) => some.unreadable.map(({ href }) => href).sort();
      expect(hrefs(found)).toEqual(hrefs(shared));
    }
  }

  private async change(
    turn: Turn,
    edit: (ics: string) => string,
    kind: 'replace' | 'move' | 'delete' = 'replace',
  ): Promise<void> {
    const backend = required(this.processes[turn.process]);
    const name = turn.calendar === 0 ? 'Work' : 'Home';
    const found = await faulty(this.world.runner, undefined, () => ask(backend, { calendar: name }));
    // For a while after a failure nobody is asked.
    if (found instanceof CalendarError) return;
    const { objects } = found;
    const known = objects[objects.length === 0 ? 0 : turn.n % objects.length];
    if (known === undefined) return;
    const ics = edit(known.ics);
    const { href, etag } = known;
    return this.write(turn, (calendar, to): Patch => {
      if (kind === 'delete') return { kind, calendar, href, etag };
      return kind === 'move' ? { kind, calendar, to, href, etag, ics } : { kind, calendar, href, etag, ics };
    });
  }

  /** Based on the same version, at most one change is made. */
  private async race({ n, calendar, process }: Turn): Promise<void> {
    const pair = [process, (process + 1 + (n % 2)) % 3].map((one) => required(this.processes[one]));
    this.looks.push(this.world.clock);
    const known = [...required((await this.truth())[calendar]).values()];
    const object = known[known.length === 0 ? 0 : n % known.length];
    if (object === undefined) return;
    const results = await Promise.all(
      pair.map(async (backend, at) => {
        const info = required((await backend.calendars({ signal: never }))[calendar]);
        const ics = withTitle(object.ics, `Raced ${++this.version}`);
        // One deletes what the other changes.
        const { href, etag } = object;
        const patch: Patch =
          at === 1 && n % 3 === 0
            ? { kind: 'delete', calendar: info, href, etag }
            : { kind: 'replace', calendar: info, href, etag, ics };
        return faulty(this.world.runner, undefined, () =>
          backend.apply(backend.target.compileWrite(patch, ''), { signal: never }),
        );
      }),
    );
    const won = results.filter((result) => !(result instanceof CalendarError));
    expect(won.length).toBeLessThan(2);
    for (const lost of results) {
      if (lost instanceof CalendarError) expect(lost.info.outcome, lost.message).toBe('not_applied');
    }
    const after = (await this.truth())[calendar]?.get(object.href)?.ics;
    const [receipt] = won as Awaited<ReturnType<Backend['apply']>>[];
    if (won.length === 0) expect(after).toBe(object.ics);
    else expect(after).toBe(receipt?.ics);
  }

  private async write(
    { calendar, process, fault }: Turn,
    patchOf: (calendar: CalendarInfo, to: CalendarInfo) => Patch,
  ): Promise<void> {
    const backend = required(this.processes[process]);
    const infos = await backend.calendars({ signal: never });
    this.looks.push(this.world.clock);
    const patch = patchOf(required(infos[calendar]), required(infos[1 - calendar]));
    const before = await this.truth();
    const uid = patch.kind === 'create' ? patch.uid : '';
    const result = await faulty(this.world.runner, fault, () =>
      backend.apply(backend.target.compileWrite(patch, `${uid}.ics`), { signal: never }),
    );
    const after = await this.truth();
    const failed = result instanceof CalendarError ? result : undefined;
    const mine = new Set<string>(patch.kind === 'create' ? [] : [patch.href]);
    if (failed === undefined) {
      this.written++;
      const receipt = result as Awaited<ReturnType<Backend['apply']>>;
      if (receipt === undefined) expect(after[calendar]?.has([...mine][0] ?? '')).toBe(false);
      else {
        mine.add(receipt.href);
        const there = patch.kind === 'move' ? 1 - calendar : calendar;
        expect(after[there]?.get(receipt.href)?.ics).toBe(receipt.ics);
        const own = await faulty(this.world.runner, undefined, () =>
          ask(backend, { calendar: there === 0 ? 'Work' : 'Home' }),
        );
        if (!(own instanceof CalendarError) && own.stale === undefined)
          expect(own.objects.map(({ ics }) => ics)).toContain(receipt.ics);
      }
    } else {
      this.refused++;
      const outcome = failed.info.outcome;
      const told = ['not_applied', ...(fault === undefined ? [] : ['unknown'])];
      expect(told, `${failed.code} ${failed.message}`).toContain(outcome);
      this.isHalfMoved ||= outcome === 'unknown' && patch.kind === 'move';
      if (outcome === 'not_applied') return void expect(contents(after)).toEqual(contents(before));
    }
    // Nothing else is touched, whatever became of it.
    for (const [at, some] of before.entries()) {
      for (const [href, { ics }] of some) {
        if (!mine.has(href)) expect(after[at]?.get(href)?.ics).toBe(ics);
      }
    }
  }
}

/** What was put back has another stamp. */
function contents(calendars: Calendars): unknown {
  return calendars.map((some) =>
    [...some]
      .map(([href, { ics }]) => [href, ics.replaceAll(/(DTSTAMP|LAST-MODIFIED|SEQUENCE)[^\r]*\r\n/g, '')])
      .sort(),
  );
}
