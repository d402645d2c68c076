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

/** Said of an event that cannot be read where the policy may show less of it. */
const HIDDEN = 'It cannot be read, or only in part.';

/** What of the events of a read may be seen. */
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

  /** Whether events are shown in part; those that wait for an agreement are left out whole. */
  get hidesFields(): boolean {
    return this.isLess && this.shown.others !== 'ask';
  }

  /** What tasks may be that satisfy a condition: anything, where it is not shown what they are. */
  statusesIn(where: Predicate): readonly TaskStatus[] {
    if (this.isLess) return TASK_STATUSES;
    return conjuncts(where).reduce<readonly TaskStatus[]>(
      (left, part) => (part.kind === 'status' ? left.filter((status) => part.values.includes(status)) : left),
      TASK_STATUSES,
    );
  }

  /** Whether everything an event says may be seen. */
  isWhole(series: Series, place: StoredIn): boolean {
    return isShownWhole(this.shown, isOwnWork(seriesOrigin(series, place)));
  }

  /** What is wrong with an object, and where; both are withheld if less of the object may be shown. */
  problem(calendarId: string, href: string, reason: string): Unread {
    return this.isLess ? { ref: eventId(calendarId, href), reason: HIDDEN } : { ref: href, reason };
  }

  /** What is withheld is counted whatever else is asked, so that its number tells nothing of what it says. */
  testOf(where: Predicate, widened = (one: Predicate) => one): OccurrenceTest {
    const test = compileFilterTest(where);
    if (this.shown.others !== 'ask') return test;
    const isCounted = compileFilterTest(widened(allOf(conjuncts(this.#where).filter(asksForPlace))));
    return (row) => (row.hidden?.withheld ? isCounted(row) : test(row));
  }

  /** Ids of what an agreement is about: what is withheld without it, or shown because of it. */
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
