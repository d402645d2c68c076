import { compileFilterTest, type OccurrenceTest } from '../../../compilers/filter/evaluate-filter.js';
import { allOf, conjuncts } from '../../../compilers/plan/combine.js';
import { asksForPlace, type Predicate } from '../../../compilers/plan/predicate.js';
import type { ReadPlan } from '../../../compilers/plan/read-plan.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import type { Policy } from '../../../schemas/model/policy.js';
import { TASK_STATUSES, type TaskStatus } from '../../../schemas/model/task.js';
import type { Series } from '../../calendar/series/series.js';
import { isOwnWork } from '../context/origins.js';
import { isShownWhole, type Shown, shownTo, showsLess } from '../policy/redact.js';
import { eventId } from '../sources/event-id.js';
import { type StoredIn, seriesOrigin } from '../sources/series-origin.js';
import type { Unread } from './expand/expand-series.js';

/** Replaces the reason for an unreadable event that the policy may hide. */
const HIDDEN = 'It cannot be read, or only in part.';

/** The visible part of the events of a read. */
export class ShownPart {
  readonly shown: Shown;
  readonly isAgreed: boolean;
  readonly #where: Predicate;

  constructor(
    plan: ReadPlan,
    private readonly policy: Policy,
  ) {
    this.shown = shownTo(plan, policy);
    this.#where = plan.where;
    this.isAgreed = plan.others === 'agreed';
  }

  get isLess(): boolean {
    return showsLess(this.shown);
  }

  /** True if events are shown in part; those that need agreement are left out completely. */
  get hidesFields(): boolean {
    return this.isLess && this.shown.others !== 'ask';
  }

  /** Statuses of tasks that may satisfy a condition; all of them if statuses are hidden. */
  statusesIn(where: Predicate): readonly TaskStatus[] {
    if (this.isLess) return TASK_STATUSES;
    return conjuncts(where).reduce<readonly TaskStatus[]>(
      (left, part) => (part.kind === 'status' ? left.filter((status) => part.values.includes(status)) : left),
      TASK_STATUSES,
    );
  }

  /** True if an event is shown in full. */
  isWhole(series: Series, place: StoredIn): boolean {
    return isShownWhole(this.shown, isOwnWork(seriesOrigin(series, place)));
  }

  /** A problem with an object, and its place; withheld if the object may be hidden. */
  problem(calendarId: string, href: string, reason: string): Unread {
    return this.isLess ? { ref: eventId(calendarId, href), reason: HIDDEN } : { ref: href, reason };
  }

  /** Counts withheld events by calendars and period only, so that the number reveals no content. */
  testOf(where: Predicate, widened = (one: Predicate) => one): OccurrenceTest {
    const test = compileFilterTest(where);
    if (this.shown.others !== 'ask') return test;
    const isCounted = compileFilterTest(widened(allOf(conjuncts(this.#where).filter(asksForPlace))));
    return (row) => (row.hidden?.withheld ? isCounted(row) : test(row));
  }

  /** Ids that an agreement covers: withheld without it, or shown because of it. */
  byAgreement(rows: readonly Occurrence[]): readonly string[] {
    const { others } = this.policy.read;
    if (others !== 'ask') return [];
    const isOwn = ({ createdBy, imported }: Occurrence): boolean => createdBy === 'assistant' && !imported;
    const some = rows.filter((row) => (this.isAgreed ? !isOwn(row) : row.hidden?.withheld));
    return some.map(({ id }) => id);
  }

  withoutWithheld(rows: readonly Occurrence[]): readonly Occurrence[] {
    return this.shown.others === 'ask' ? rows.filter(({ hidden }) => !hidden?.withheld) : rows;
  }
}
