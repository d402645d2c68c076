import type { Zone } from '../../../compilers/time/zone.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import { ALL_TIME, type Instant, type Range } from '../../../schemas/model/time.js';
import { expand } from '../../calendar/expand/expand.js';
import type { Instance } from '../../calendar/expand/instance.js';
import { namedInstance } from '../../calendar/expand/named-instance.js';
import { instancesInOrder, isOpenInstance, nearestInstance } from '../../calendar/expand/nearest-instance.js';
import type { Series } from '../../calendar/series/series.js';
import type { CalendarObject } from '../../ports/backend.js';
import type { Engine } from '../context/engine.js';
import type { Origins } from '../context/origins.js';
import type { Source } from '../context/source.js';
import { shownTo } from '../policy/redact.js';
import { createToOccurrence } from '../read/expand/to-occurrence.js';
import { ownAddressesOf } from '../sources/own-addresses.js';

/** The rows of one object that may not be stored yet: for previews, checks and results of writes. */
export class ObjectRows {
  readonly #series: Series;
  readonly #make: (instance: Instance) => Occurrence;

  constructor(
    private readonly run: { readonly engine: Engine; readonly viewer: Zone; readonly origins: Origins },
    { calendar, backend }: Source,
    object: Pick<CalendarObject, 'href' | 'etag' | 'ics'>,
    uid: string,
  ) {
    const stored = { ...object, calendarId: calendar.id };
    const series = run.engine.recordOf(stored).series.find((one) => one.uid === uid);
    if (series === undefined) {
      throw new CalendarError('UNREADABLE_OBJECT', 'The event could not be read back.');
    }
    this.#series = series;
    this.#make = createToOccurrence(series, stored, {
      calendar: { id: calendar.id, name: calendar.name, account: calendar.account },
      foreign: calendar.foreign,
      ownAddresses: ownAddressesOf(backend),
      origins: run.origins,
      shown: shownTo({ others: 'times' }, run.engine.settings.policy),
    });
  }

  get series(): Series {
    return this.#series;
  }

  /** The named occurrence; undefined if the series does not have it. */
  named(recurrenceId: string): Occurrence | undefined {
    if (!this.#series.recurring) return undefined;
    const instance = namedInstance(this.#series, recurrenceId, this.run.viewer);
    return instance && this.#make(instance);
  }

  /** The last occurrence of a series that ends. */
  last(): Occurrence | undefined {
    const instance = nearestInstance(this.#series, ALL_TIME, { now: ALL_TIME.to, viewer: this.run.viewer });
    return instance && this.#make(instance);
  }

  get isEndless(): boolean {
    return this.#series.bounds.to >= ALL_TIME.to;
  }

  /** Number of occurrences, or of those not over by `from`; undefined if endless or too many to count. */
  count(from = this.#series.bounds.from): number | undefined {
    if (this.isEndless) return undefined;
    const range = { from, to: Math.max(from, this.#series.bounds.to) };
    try {
      return expand(this.#series, range, this.run.viewer).length;
    } catch (error) {
      if (error instanceof CalendarError && error.code === 'EXPANSION_LIMIT') return undefined;
      throw error;
    }
  }

  /** Number of occurrences from one on, and how many are past; undefined if they cannot be counted. */
  extent(now: Instant, from?: string): { readonly occurrences?: number; readonly past?: number } {
    const isMeant = ({ recurrenceId = '' }: Instance): boolean => from === undefined || recurrenceId >= from;
    const within = (to: Instant): readonly Instance[] | undefined => {
      const { bounds } = this.#series;
      try {
        return expand(this.#series, { from: bounds.from, to: Math.max(bounds.from, to) }, this.run.viewer);
      } catch (error) {
        if (error instanceof CalendarError && error.code === 'EXPANSION_LIMIT') return undefined;
        throw error;
      }
    };
    const all = this.isEndless ? undefined : within(this.#series.bounds.to)?.filter(isMeant);
    const begun = all ?? within(now)?.filter(isMeant);
    return {
      ...(all && { occurrences: all.length }),
      ...(begun && { past: begun.filter(({ end }) => end <= now).length }),
    };
  }

  /** The named occurrence if it still exists, else the one that lists show. */
  row(recurrenceId?: string): Occurrence | undefined {
    const named = recurrenceId === undefined ? undefined : this.named(recurrenceId);
    if (named !== undefined) return named;
    const viewpoint = { now: this.run.engine.clock.now(), viewer: this.run.viewer };
    const nearest = nearestInstance(this.#series, ALL_TIME, viewpoint);
    const row = nearest && this.#make(nearest);
    // Must not reveal which occurrences of a hidden task are done.
    if (row?.task === undefined || !row.recurring || row.hidden !== undefined) return row;
    const waiting = this.#waiting(viewpoint);
    return waiting === undefined ? row : this.#make(waiting);
  }

  /** The first open occurrence of a task. */
  #waiting(viewpoint: { readonly now: Instant; readonly viewer: Zone }): Instance | undefined {
    for (const instance of instancesInOrder(this.#series, ALL_TIME, viewpoint))
      if (isOpenInstance(instance)) return instance;
    return undefined;
  }

  /**
   * Rows within a range, at most `limit` from its start. If a series has too many to list (every second),
   * only the nearest, so that it can still be changed and deleted.
   */
  rows(range: Range, limit: number, isMeant: (instance: Instance) => boolean = () => true): Occurrence[] {
    try {
      return expand(this.#series, range, this.run.viewer)
        .filter(isMeant)
        .slice(0, limit)
        .map((instance) => this.#make(instance));
    } catch (error) {
      if (!(error instanceof CalendarError) || error.code !== 'EXPANSION_LIMIT') throw error;
      const row = this.row();
      return row === undefined ? [] : [row];
    }
  }
}
