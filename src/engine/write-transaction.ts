import type { Patch } from '../../compilers/pushdown/target.js';
import { CalendarError } from '../../schemas/error.js';
import type { Receipt } from '../ports/backend.js';
import type { Engine } from './engine.js';
import { eventId, objectFileName } from './event-id.js';
import { rememberRestored, standingFor, type Version } from './restored-versions.js';
import type { Source } from './sources.js';

/** One applied change, with what is needed to take it back. */
export type Step =
  | {
      readonly kind: 'created';
      readonly calendarId: string;
      readonly href: string;
      readonly etag: string;
      readonly uid: string;
      readonly ics: string;
    }
  | {
      readonly kind: 'replaced';
      readonly calendarId: string;
      readonly href: string;
      readonly etag: string;
      readonly uid: string;
      readonly before: string;
      /** The version that `before` was. */
      readonly former: Version;
    }
  | {
      readonly kind: 'deleted';
      readonly calendarId: string;
      readonly uid: string;
      readonly before: string;
      readonly former: Version;
    }
  | {
      readonly kind: 'moved';
      readonly calendarId: string;
      readonly toCalendarId: string;
      readonly href: string;
      readonly etag: string;
      readonly uid: string;
      readonly before: string;
      readonly former: Version;
    };

const ROLLBACK_MS = 30_000;

/** Applies patches one after the other and remembers how to take them back. */
export class WriteTransaction {
  readonly #steps: Step[] = [];
  readonly #notes = new Set<string>();

  constructor(
    private readonly engine: Engine,
    private readonly sources: readonly Source[],
    private signal: AbortSignal,
  ) {}

  get steps(): readonly Step[] {
    return this.#steps;
  }

  /** What the backends have to say about the writes since this was last asked. */
  takeNotes(): readonly string[] {
    const notes = [...this.#notes];
    this.#notes.clear();
    return notes;
  }

  async create(source: Source, uid: string, ics: string): Promise<Receipt> {
    const receipt = required(
      await this.#apply(source, { kind: 'create', calendar: source.calendar, uid, ics }, uid),
    );
    const { href, etag } = receipt;
    const calendarId = source.calendar.id;
    this.#steps.push({ kind: 'created', calendarId, href, etag, uid, ics: receipt.ics });
    this.engine.locator.seen(eventId(calendarId, uid), { calendarId, href });
    return receipt;
  }

  async replace(
    source: Source,
    object: { href: string; etag: string; ics: string },
    ics: string,
    uid: string,
  ): Promise<Receipt> {
    const { href, etag } = object;
    const receipt = required(
      await this.#apply(source, { kind: 'replace', calendar: source.calendar, href, etag, ics }, ''),
    );
    this.#steps.push({
      kind: 'replaced',
      calendarId: source.calendar.id,
      href: receipt.href,
      etag: receipt.etag,
      uid,
      before: object.ics,
      former: { href, etag },
    });
    return receipt;
  }

  async delete(
    source: Source,
    object: { href: string; etag: string; ics: string },
    uid: string,
  ): Promise<void> {
    const { href, etag } = object;
    await this.#apply(source, { kind: 'delete', calendar: source.calendar, href, etag }, '');
    const calendarId = source.calendar.id;
    this.#steps.push({ kind: 'deleted', calendarId, uid, before: object.ics, former: { href, etag } });
  }

  /** To another calendar: in one step where the backend can, else created there first and then deleted here. */
  async move(
    from: Source,
    to: Source,
    object: { href: string; etag: string; ics: string },
    uid: string,
  ): Promise<Receipt> {
    if (from.backend !== to.backend || !from.backend.target.capabilities.writes.has('move')) {
      const receipt = await this.create(to, uid, object.ics);
      await this.delete(from, object, uid);
      return receipt;
    }
    const { href, etag, ics } = object;
    const patch: Patch = { kind: 'move', calendar: from.calendar, href, etag, to: to.calendar, ics };
    const receipt = required(await this.#apply(from, patch, uid));
    const toCalendarId = to.calendar.id;
    this.#steps.push({
      kind: 'moved',
      calendarId: from.calendar.id,
      toCalendarId,
      href: receipt.href,
      etag: receipt.etag,
      uid,
      before: ics,
      former: { href, etag },
    });
    this.engine.locator.seen(eventId(toCalendarId, uid), { calendarId: toCalendarId, href: receipt.href });
    return receipt;
  }

  /** Takes back what was applied after the first `kept` steps, last first; tells whether everything could be. */
  async rollback(kept: number): Promise<boolean> {
    // A cancelled call must still be able to clean up.
    this.signal = AbortSignal.timeout(ROLLBACK_MS);
    while (this.#steps.length > kept) {
      const step = this.#steps.pop();
      try {
        if (step !== undefined) await this.takeBack(step);
      } catch (error) {
        if (!(error instanceof CalendarError)) throw error;
        this.engine.log.warn('a write could not be taken back', { code: error.code });
        return false;
      }
    }
    return true;
  }

  /** Reverses one step, guarded: somebody else's later change is never overwritten. */
  async takeBack(step: Step): Promise<void> {
    const { state, clock } = this.engine;
    const source = this.#source(step.calendarId);
    const { calendar } = source;
    if (step.kind === 'created') {
      const version = await standingFor(state, step.calendarId, step);
      await this.#apply(source, { kind: 'delete', calendar, ...version }, '');
      return;
    }
    const restored = required(await this.#putBack(step, source));
    await rememberRestored(state, step.calendarId, step.former, restored, clock.now());
  }

  async #putBack(step: Exclude<Step, { kind: 'created' }>, source: Source): Promise<Receipt | undefined> {
    const { state } = this.engine;
    const { calendar } = source;
    switch (step.kind) {
      case 'replaced': {
        const version = await standingFor(state, step.calendarId, step);
        return this.#apply(source, { kind: 'replace', calendar, ...version, ics: step.before }, '');
      }
      case 'deleted':
        return this.#apply(source, { kind: 'create', calendar, uid: step.uid, ics: step.before }, step.uid);
      case 'moved': {
        const there = this.#source(step.toCalendarId);
        const version = await standingFor(state, step.toCalendarId, step);
        const patch: Patch = {
          kind: 'move',
          calendar: there.calendar,
          ...version,
          to: calendar,
          ics: step.before,
        };
        return this.#apply(there, patch, step.uid);
      }
    }
  }

  #source(calendarId: string): Source {
    const source = this.sources.find(({ calendar }) => calendar.id === calendarId);
    if (source === undefined) {
      throw new CalendarError('CALENDAR_NOT_FOUND', 'The calendar of this change is no longer there.', {
        outcome: 'not_applied',
      });
    }
    return source;
  }

  async #apply({ backend }: Source, patch: Patch, uid: string): Promise<Receipt | undefined> {
    if (!backend.target.capabilities.writes.has(patch.kind)) {
      throw new CalendarError('UNSUPPORTED', 'This kind of calendar cannot do that.', {
        outcome: 'not_applied',
      });
    }
    const receipt = await backend.apply(
      backend.target.compileWrite(patch, uid === '' ? '' : objectFileName(uid)),
      this.signal,
    );
    for (const note of receipt?.notes ?? []) this.#notes.add(note);
    return receipt;
  }
}

function required(receipt: Receipt | undefined): Receipt {
  if (receipt === undefined)
    throw new CalendarError('INTERNAL', 'A write gave no receipt.', { outcome: 'unknown' });
  return receipt;
}
