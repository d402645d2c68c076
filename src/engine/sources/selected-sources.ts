import type { ReadPlan } from '../../../compilers/plan/read-plan.js';
import type { BackendRequest } from '../../ports/backend-request.js';
import type { Engine } from '../context/engine.js';
import type { Source, Sources } from '../context/source.js';
import { listSources, selectSources } from './sources.js';
import { withNewest } from './with-newest.js';

interface SelectedSources {
  readonly found: Sources;
  readonly selected: readonly Source[];
  /** How they are asked. */
  readonly request: BackendRequest;
}

/** The calendars of a question, listed now unless the caller has just `listed` them. */
export async function selectedSources(
  plan: ReadPlan,
  engine: Engine,
  { signal, progress }: BackendRequest,
  listed?: Sources,
): Promise<SelectedSources> {
  const { refresh, calendars, where } = plan;
  const request: BackendRequest = { signal, progress, refresh, ...howFresh(plan, engine, listed) };
  const select = (found: Sources) => ({ found, selected: selectSources(found, calendars, where), request });
  if (listed !== undefined) return select(listed);
  return withNewest(await listSources(engine, request, calendars.any), { engine, call: { signal } }, select);
}

/** A caller may have written since it listed the calendars: only what is compared from now on is current then. */
function howFresh(
  { refresh }: ReadPlan,
  { systemNow }: Engine,
  listed?: Sources,
): Pick<BackendRequest, 'startedAt' | 'compare'> {
  if (listed === undefined) return { startedAt: systemNow() };
  const { comparedSince: startedAt } = listed;
  return refresh || startedAt === undefined ? {} : { startedAt, compare: 'must' };
}
