import type { Patch } from '../../../../compilers/pushdown/target.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { CalendarRef } from '../../../../schemas/model/event.js';
import type { Receipt } from '../../../ports/backend.js';
import type { Engine } from '../../context/engine.js';
import type { Source } from '../../context/source.js';
import { rememberRestored, standingFor } from '../../journal/restored-versions.js';
import { dropFromTrash, putInTrash } from '../../journal/trash.js';
import { type CalendarStep, type EventStep, isCalendarStep, type Step } from '../../journal/undo-step.js';
import { eventId, objectFileName } from '../../sources/event-id.js';
import { takeBackCalendar } from './calendar-undo.js';
import type { EventDraftStep } from './draft-step.js';

const ROLLBACK_MS = 30_000;
const ALREADY_THERE = 'Some events already existed and were left as they are.';

type OfKind<Kind> = Extract<EventDraftStep, { kind: Kind }>;

/** Applies steps one after the other and remembers how to take them back. */
export class WriteTransaction {
  readonly #steps: Step[] = [];
  /** Deleted calendars that were made anew, by their former ids. */
  readonly #remade = new Map<string, Source>();
  readonly #notes = new Set<string>();

  constructor(
    private readonly engine: Engine,
    private sources: readonly Source[],
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

  /** A batch has made, changed or deleted calendars. */
  look(sources: readonly Source[]): void {
    this.sources = sources;
  }

  /** Sends one step, guarded, and keeps its reverse; what is stored then, undefined where it is gone. */
  async apply(step: EventDraftStep): Promise<Receipt | undefined> {
    switch (step.kind) {
      case 'create':
        return this.#create(step);
      case 'replace':
        return this.#replace(step);
      case 'delete':
        return this.#delete(step);
      case 'move':
        return this.#move(step);
    }
  }

  async #create({ source, uid, ics, silent, restored }: OfKind<'create'>): Promise<Receipt> {
    const { calendar } = source;
    const patch: Patch = { kind: 'create', calendar, uid, ics, ...(silent && { silent }) };
    const receipt = required(await this.#send(source, patch, uid));
    const { href, etag } = receipt;
    const calendarId = calendar.id;
    const created = { kind: 'created', calendarId, href, etag, uid, ics: receipt.ics } as const;
    this.#steps.push(restored === undefined ? created : { ...created, restored });
    this.engine.locator.seen(eventId(calendarId, uid), { calendarId, href });
    return receipt;
  }

  async #replace({ source, object, ics, uid, silent }: OfKind<'replace'>): Promise<Receipt> {
    const { href, etag } = object;
    const { calendar } = source;
    const patch: Patch = { kind: 'replace', calendar, href, etag, ics, ...(silent && { silent }) };
    const receipt = required(await this.#send(source, patch, ''));
    const stored = { calendarId: calendar.id, href: receipt.href, etag: receipt.etag };
    this.#steps.push({ kind: 'replaced', ...stored, uid, before: object.ics, former: { href, etag } });
    return receipt;
  }

  async #delete({ source, object, uid, kept }: OfKind<'delete'>): Promise<undefined> {
    const { href, etag } = object;
    await this.#send(source, { kind: 'delete', calendar: source.calendar, href, etag }, '');
    const calendarId = source.calendar.id;
    const step = { kind: 'deleted', calendarId, uid, before: object.ics, former: { href, etag } } as const;
    this.#steps.push(kept === 'nothing' ? { ...step, forGood: true } : step);
  }

  /** To another calendar: in one step where the backend can, else created there first and then deleted here. */
  async #move({ source: from, to, object, uid, silent = false }: OfKind<'move'>): Promise<Receipt> {
    if (from.backend !== to.backend || !from.backend.target.capabilities.writes.has('move')) {
      const receipt = await this.#create({ kind: 'create', source: to, uid, ics: object.ics, silent });
      await this.#delete({ kind: 'delete', source: from, object, uid, kept: 'undo' });
      return receipt;
    }
    const { href, etag, ics } = object;
    const patch: Patch = { kind: 'move', calendar: from.calendar, href, etag, to: to.calendar, ics };
    const receipt = required(await this.#send(from, patch, uid));
    const toCalendarId = to.calendar.id;
    const stored = { calendarId: from.calendar.id, toCalendarId, href: receipt.href, etag: receipt.etag };
    this.#steps.push({ kind: 'moved', ...stored, uid, before: ics, former: { href, etag } });
    this.engine.locator.seen(eventId(toCalendarId, uid), { calendarId: toCalendarId, href: receipt.href });
    return receipt;
  }

  /** Something done to a calendar itself; of a deleted one, its events come first. */
  record(...steps: readonly Step[]): void {
    this.#steps.push(...steps);
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
        this.engine.log.warn('a write could not be undone', { code: error.code });
        return false;
      }
    }
    return true;
  }

  /** Reverses one step, guarded: somebody else's later change is never overwritten. */
  async takeBack(step: Step): Promise<void> {
    if (isCalendarStep(step)) return this.#takeBackCalendar(step);
    const { state, clock } = this.engine;
    const source = this.#source(step);
    const { calendar } = source;
    if (step.kind === 'created') {
      const version = await standingFor(state, step.calendarId, step);
      const remove = () => this.#send(source, { kind: 'delete', calendar, ...version }, '');
      if (step.restored === undefined) await remove();
      else await this.#backToTrash(step, step.restored, remove);
      return;
    }
    const receipt = await this.#putBack(step, source).catch((error: unknown) => {
      // An undo that was cut short has put it back before.
      const there = error instanceof CalendarError && error.code === 'ALREADY_EXISTS';
      if (!there || step.kind !== 'deleted' || !this.#remade.has(step.calendarId)) throw error;
      this.#notes.add(ALREADY_THERE);
      return 'there' as const;
    });
    if (receipt === 'there') return;
    const restored = required(receipt);
    // Under another address nothing that was done before can be named any more.
    if (calendar.id !== step.calendarId) return;
    await rememberRestored(state, step.calendarId, step.former, restored, clock.now());
  }

  /** In the trash before it is removed, as a deleted event is. */
  async #backToTrash(
    step: EventStep & { kind: 'created' },
    from: CalendarRef,
    remove: () => Promise<unknown>,
  ) {
    const { state, clock } = this.engine;
    const id = await putInTrash(state, from, step, clock.now());
    try {
      await remove();
    } catch (error) {
      const isLost = error instanceof CalendarError && error.info.outcome === 'unknown';
      if (!isLost) await dropFromTrash(state, id);
      throw error;
    }
  }

  async #takeBackCalendar(step: CalendarStep): Promise<void> {
    const remade = await takeBackCalendar(step, this.engine, this.sources, this.signal);
    if (remade !== undefined) this.#remade.set(step.calendarId, remade);
  }

  /** The calendar a step is about, as it is now. */
  sourceOf({ calendarId }: Step): Source | undefined {
    return this.#remade.get(calendarId) ?? this.sources.find(({ calendar }) => calendar.id === calendarId);
  }

  /** The same step where its calendar was made anew under another address. */
  readdressed(step: Step): Step {
    const remade = this.#remade.get(step.calendarId);
    return remade === undefined ? step : { ...step, calendarId: remade.calendar.id };
  }

  async #putBack(
    step: Exclude<EventStep, { kind: 'created' }>,
    source: Source,
  ): Promise<Receipt | undefined> {
    const { state } = this.engine;
    const { calendar } = source;
    switch (step.kind) {
      case 'replaced': {
        const version = await standingFor(state, step.calendarId, step);
        return this.#send(source, { kind: 'replace', calendar, ...version, ics: step.before }, '');
      }
      case 'deleted':
        return this.#send(source, { kind: 'create', calendar, uid: step.uid, ics: step.before }, step.uid);
      case 'moved': {
        const there = this.#source({ ...step, calendarId: step.toCalendarId });
        const version = await standingFor(state, step.toCalendarId, step);
        const patch: Patch = {
          kind: 'move',
          calendar: there.calendar,
          ...version,
          to: calendar,
          ics: step.before,
        };
        return this.#send(there, patch, step.uid);
      }
    }
  }

  #source(step: Step): Source {
    const source = this.sourceOf(step);
    if (source === undefined) {
      throw new CalendarError('CALENDAR_NOT_FOUND', 'The calendar of this change no longer exists.', {
        outcome: 'not_applied',
      });
    }
    return source;
  }

  async #send({ backend }: Source, patch: Patch, uid: string): Promise<Receipt | undefined> {
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
