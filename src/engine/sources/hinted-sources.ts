import type { ReadPlan } from '../../../compilers/plan/read-plan.js';
import type { Engine } from '../context/engine.js';
import type { Source } from '../context/source.js';
import { parseId } from './event-id.js';

/** If all requested ids were seen before, only those objects are read. */
export function hintedSources(plan: ReadPlan, selected: readonly Source[], engine: Engine) {
  const conjuncts = plan.where.kind === 'and' ? plan.where.of : [plan.where];
  const asked = conjuncts.find((one) => one.kind === 'id');
  if (asked?.kind !== 'id') return undefined;
  const hrefs = new Map<string, string[]>();
  const ids = asked.ids.map((id) => parseId(id).base);
  for (const id of ids) {
    const place = engine.locator.placeOf(id);
    if (place === undefined) return undefined;
    hrefs.set(place.calendarId, [...(hrefs.get(place.calendarId) ?? []), place.href]);
  }
  const sources = selected.filter(({ calendar }) => hrefs.has(calendar.id));
  return sources.length === hrefs.size ? { ids, hrefs, sources } : undefined;
}
