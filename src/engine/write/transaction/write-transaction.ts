import { CalendarError } from '../../../../schemas/model/error.js';
import type { CalendarRef } from '../../../../schemas/model/event.js';
import type { Backend, Receipt } from '../../../ports/backend.js';
import type { BackendRequest } from '../../../ports/backend-request.js';
import type { AuditTrail } from '../../context/audit-trail.js';
import type { Call } from '../../context/call.js';
import type { Engine } from '../../context/engine.js';
import type { Source } from '../../context/source.js';
import { currentVersion, rememberRestored } from '../../journal/restored-versions.js';
import { dropFromTrash, putInTrash } from '../../journal/trash.js';
import { type CalendarStep, type EventStep, isCalendarStep, type UndoStep } from '../../journal/undo-step.js';
import { eventId, objectFileName } from '../../sources/event-id.js';
import { auditCalendar, auditStep } from './audit-step.js';
import { takeBackCalendar } from './calendar-undo.js';
import type { EventDraftStep } from './draft-step.js';
import { appliedStep, patchOf } from './event-patch.js';
import { passOnOrigin } from './note-origins.js';

/** The change of a calendar that undoes a step. */
const TAKEN_BACK = {
  'calendar-created': 'delete-calendar',
  'calendar-updated': 'update-calendar',
  'calendar-deleted': 'create-calendar',
} as const;
const ROLLBACK_MS = 30_000;
const ALREADY_THERE = 'Some events already existed and were left as they are.';

/** Applies steps in order and remembers how to undo them. */
export class WriteTransaction {
  #request: BackendRequest;
  readonly #trail: AuditTrail;
  readonly #steps: UndoStep[] = [];
  /** Deleted calendars that were recreated, by their former ids. */
  readonly #remade = new Map<string, Source>();
  readonly #notes = new Set<string>();

  constructor(
    private readonly engine: Engine,
    private sources: readonly Source[],
    { signal, trail }: Pick<Call, 'signal' | 'trail'>,
  ) {
    this.#request = { signal };
    this.#trail = trail;
  }

  get steps(): readonly UndoStep[] {
    return this.#steps;
  }

  /** Notes of the backends about the writes since the last time. */
  takeNotes(): readonly string[] {
    const notes = [...this.#notes];
    this.#notes.clear();
    return notes;
  }

  /** Sets the calendars for the next steps: a batch may have created, changed or deleted some. */
  useSources(sources: readonly Source[]): void {
    this.sources = sources;
  }

  /** Sends one guarded step and records its undo. Returns what is stored; undefined if deleted. */
  async apply(step: EventDraftStep): Promise<Receipt | undefined> {
    if (step.kind === 'move' && !movesAtOnce(step)) {
      const { source, to, uid, object, silent = false } = step;
      const receipt = await this.apply({ kind: 'create', source: to, uid, ics: object.ics, silent });
      await this.apply({ kind: 'delete', source, object, uid, kept: 'undo' });
      return receipt;
    }
    const receipt = await this.#send(step);
    this.#steps.push(appliedStep(step, receipt));
    if (receipt !== undefined && step.kind !== 'replace') {
      const { id: calendarId } = (step.kind === 'move' ? step.to : step.source).calendar;
      this.engine.locator.seen(eventId(calendarId, step.uid), { calendarId, href: receipt.href });
    }
    return receipt;
  }

  /** Records a change of a calendar; if it was deleted, the steps of its events come first. */
  record(...steps: readonly UndoStep[]): void {
    this.#steps.push(...steps);
  }

  /** Undoes what was applied after the first `kept` steps, last first; false if something could not be. */
  async rollback(kept: number): Promise<boolean> {
    const request = this.#request;
    // A cancelled call must still be able to clean up.
    this.#request = { signal: AbortSignal.timeout(ROLLBACK_MS), deadline: 'own' };
    try {
      for (let step = this.#popAfter(kept); step !== undefined; step = this.#popAfter(kept))
        await this.takeBack(step);
      return true;
    } catch (error) {
      if (!(error instanceof CalendarError)) throw error;
      this.engine.log.warn('a write could not be undone', { code: error.code });
      return false;
    } finally {
      this.#request = request;
    }
  }

  #popAfter(kept: number): UndoStep | undefined {
    return this.#steps.length > kept ? this.#steps.pop() : undefined;
  }

  /** Undoes one step, guarded: never overwrites a later change by others. */
  async takeBack(step: UndoStep): Promise<void> {
    if (isCalendarStep(step)) return this.#takeBackCalendar(step);
    const { state, clock } = this.engine;
    const reverse = await this.#reverseOf(step);
    if (step.kind === 'created') {
      if (step.restored === undefined) await this.#send(reverse);
      else await this.#backToTrash(step, step.restored, reverse);
      return;
    }
    if (step.kind === 'deleted')
      await passOnOrigin(step.uid, step.calendarId, reverse.source.calendar.id, this.engine);
    try {
      const restored = await this.#send(reverse, step.kind !== 'replaced');
      // Under a new address, earlier steps no longer find the event.
      if (restored !== undefined && this.#source(step).calendar.id === step.calendarId)
        await rememberRestored(state, step.calendarId, { former: step.former, restored }, clock.now());
    } catch (error) {
      // An interrupted undo has restored it before.
      const there = error instanceof CalendarError && error.code === 'ALREADY_EXISTS';
      if (!there || step.kind !== 'deleted' || !this.#remade.has(step.calendarId)) throw error;
      this.#notes.add(ALREADY_THERE);
    }
  }

  /** The step that restores the former state, from the version that now has what the step stored. */
  async #reverseOf(step: EventStep): Promise<EventDraftStep> {
    const source = this.#source(step);
    const { uid } = step;
    if (step.kind === 'deleted') return { kind: 'create', source, uid, ics: step.before };
    const calendarId = step.kind === 'moved' ? step.toCalendarId : step.calendarId;
    const there = this.#source({ ...step, calendarId });
    const version = await currentVersion(this.engine.state, calendarId, step);
    const object = { ...version, ics: step.kind === 'created' ? step.ics : step.before };
    switch (step.kind) {
      case 'created':
        return { kind: 'delete', source, uid, object, kept: 'undo' };
      case 'replaced':
        return { kind: 'replace', source, uid, object, ics: step.before };
      case 'moved':
        return { kind: 'move', source: there, to: source, uid, object };
    }
  }

  /** Puts it into the trash before removing it, like a deleted event. */
  async #backToTrash(step: EventStep & { kind: 'created' }, from: CalendarRef, remove: EventDraftStep) {
    const { state, clock } = this.engine;
    const id = await putInTrash(state, from, step, clock.now());
    try {
      await this.#send(remove);
    } catch (error) {
      const isLost = error instanceof CalendarError && error.info.outcome === 'unknown';
      if (!isLost) await dropFromTrash(state, id);
      throw error;
    }
  }

  async #takeBackCalendar(step: CalendarStep): Promise<void> {
    const remade = await takeBackCalendar(step, this.engine, this.sources, this.#request);
    auditCalendar(TAKEN_BACK[step.kind], remade?.calendar.id ?? step.calendarId, this.#trail);
    if (remade !== undefined) this.#remade.set(step.calendarId, remade);
  }

  /** The calendar of a step, as it is now. */
  sourceOf({ calendarId }: UndoStep): Source | undefined {
    return this.#remade.get(calendarId) ?? this.sources.find(({ calendar }) => calendar.id === calendarId);
  }

  /** The same step for a calendar that was recreated with another id. */
  readdressed(step: UndoStep): UndoStep {
    const remade = this.#remade.get(step.calendarId);
    return remade === undefined ? step : { ...step, calendarId: remade.calendar.id };
  }

  #source(step: UndoStep): Source {
    const source = this.sourceOf(step);
    if (source === undefined) {
      throw new CalendarError('CALENDAR_NOT_FOUND', 'The calendar of this change no longer exists.', {
        outcome: 'not_applied',
      });
    }
    return source;
  }

  /** `knowsBefore`: the object has the stored text, not only its version. */
  async #send(step: EventDraftStep, knowsBefore = true): Promise<Receipt | undefined> {
    const backend = backendOf(step.source, this.engine);
    if (!backend.target.capabilities.writes.has(step.kind)) {
      throw new CalendarError('UNSUPPORTED', 'This kind of calendar cannot do that.', {
        outcome: 'not_applied',
      });
    }
    const fileName = step.kind === 'create' || step.kind === 'move' ? objectFileName(step.uid) : '';
    const write = backend.target.compileWrite(patchOf(step), fileName);
    const receipt = await backend.apply(write, this.#request);
    auditStep({ step, receipt, knowsBefore }, this.engine, this.#trail);
    for (const note of receipt?.notes ?? []) this.#notes.add(note);
    return receipt;
  }
}

/** Steps are drafted on overlays, but sent to the account itself. */
export function backendOf(
  { backend }: Pick<Source, 'backend'>,
  { backends }: Pick<Engine, 'backends'>,
): Backend {
  return backends.find(({ name }) => name === backend.name) ?? backend;
}

/** Otherwise, the event is created there first and then deleted here. */
function movesAtOnce({ source: { backend }, to }: EventDraftStep & { kind: 'move' }): boolean {
  return backend === to.backend && backend.target.capabilities.writes.has('move');
}
