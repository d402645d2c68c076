import type { EventAnalysisPlan } from '../../../compilers/plan/analysis-plan.js';
import { allOf, conjuncts } from '../../../compilers/plan/combine.js';
import { boundsTime } from '../../../compilers/plan/predicate.js';
import { DAY, MINUTE } from '../../../compilers/time/civil.js';
import type { AnalysisDataOf } from '../../../schemas/answers/analysis-data.js';
import type { Success } from '../../../schemas/answers/success.js';
import { CalendarError } from '../../../schemas/model/error.js';

/** Days searched after a period without free time. */
const DAYS = 14;
const NONE = `There is none in the ${DAYS} days after it either.`;
const UNREAD = `The ${DAYS} days after it could not be looked through completely.`;

type Availability = AnalysisDataOf['availability'];
type Plan = EventAnalysisPlan<'availability'>;

/** The first free time after a period that has none, or a note if there is none; `answer` runs a plan. */
export async function nextSlot(
  plan: Plan,
  answer: (plan: Plan) => Promise<Success<Availability>>,
): Promise<{ readonly next?: Availability['next']; readonly notes: readonly string[] }> {
  try {
    const { data, meta } = await answer(followingPeriod(plan));
    if (meta.sources?.some(({ error }) => error !== undefined)) return { notes: [UNREAD] };
    const [next] = data.slots;
    return next === undefined ? { notes: [NONE] } : { next, notes: [] };
  } catch (error) {
    if (!(error instanceof CalendarError) || error.code === 'CANCELLED') throw error;
    return { notes: [UNREAD] };
  }
}

/** Asks the same about the days after the period. */
function followingPeriod(plan: Plan): Plan {
  const { offset: _, ...params } = plan.params;
  const margin = (params.bufferMinutes ?? 0) * MINUTE;
  const range = { from: plan.range.to, to: plan.range.to + DAYS * DAY };
  const wider = { from: range.from - margin, to: range.to + margin };
  const rest = conjuncts(plan.read.where).filter((part) => !boundsTime(part));
  const where = allOf([{ kind: 'time', field: 'when', ...wider }, ...rest]);
  return { ...plan, range, params, limit: 1, read: { ...plan.read, range: wider, where } };
}
