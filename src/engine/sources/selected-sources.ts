import { EVERYTHING } from '../../../compilers/plan/predicate.js';
import { componentsOf, type ReadPlan } from '../../../compilers/plan/read-plan.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { BackendRequest } from '../../ports/backend-request.js';
import type { Engine } from '../context/engine.js';
import type { Source, Sources } from '../context/source.js';
import { listSources, selectSources } from './sources.js';
import { withNewest } from './with-newest.js';

interface SelectedSources {
  readonly found: Sources;
  readonly selected: readonly Source[];
  readonly request: BackendRequest;
}

/** The calendars of a query, listed now unless the caller has just `listed` them. */
export async function selectedSources(
  plan: ReadPlan,
  engine: Engine,
  { signal, progress }: BackendRequest,
  listed?: Sources,
): Promise<SelectedSources> {
  const { refresh, calendars, where } = plan;
  const request: BackendRequest = { signal, progress, refresh, ...howFresh(plan, engine, listed) };
  const reading: BackendRequest = listed === undefined ? { ...request, listed: true } : request;
  const select = (found: Sources) => {
    const kinds = plan.type === 'calendars' ? undefined : componentsOf(plan);
    const named = selectSources(found, calendars, where, kinds);
    const selected = plan.type === 'calendars' ? named : holding(named, found, plan);
    return { found, selected, request: reading };
  };
  if (listed !== undefined) return select(listed);
  return withNewest(await listSources(engine, request, calendars.any), { engine, call: { signal } }, select);
}

/** Calendars that can hold what a query asks for; throws if named ones cannot, unless `lacking` is set. */
function holding(named: readonly Source[], found: Sources, plan: ReadPlan): readonly Source[] {
  const components = componentsOf(plan);
  const able = (sources: readonly Source[]) =>
    sources.filter(({ calendar }) => calendar.components.some((name) => components.includes(name)));
  const some = able(named);
  const { any, none, lacking } = plan.calendars;
  if (some.length > 0 || named.length === 0 || any === undefined || lacking === 'none') return some;
  const all = able(selectSources(found, none === undefined ? {} : { none }, EVERYTHING));
  if (lacking === 'all') return all;
  const kind = plan.type === 'tasks' ? 'tasks' : 'events';
  throw new CalendarError('CALENDAR_NOT_FOUND', `The calendar that is named holds no ${kind}.`, {
    didYouMean: all.map(({ calendar }) => calendar.name),
    suggestion: `Name a calendar with ${components[0]} among its components: those hold ${kind}.`,
    example: { query: { type: 'calendars' } },
  });
}

/** The caller may have written since it listed the calendars, so only later comparisons are current. */
function howFresh(
  { refresh }: ReadPlan,
  { systemNow }: Engine,
  listed?: Sources,
): Pick<BackendRequest, 'startedAt' | 'compare'> {
  if (listed === undefined) return { startedAt: systemNow() };
  const { comparedSince: startedAt } = listed;
  return refresh || startedAt === undefined ? {} : { startedAt, compare: 'must' };
}
