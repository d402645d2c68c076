import { allOf, conjuncts } from '../../../compilers/plan/combine.js';
import type { Predicate } from '../../../compilers/plan/predicate.js';
import { ALL_EVENTS, type ReadPlan } from '../../../compilers/plan/read-plan.js';
import { printZoned } from '../../../compilers/time/print-time.js';
import type { EventRow } from '../../../schemas/answers/event-row.js';
import { counted } from '../../../schemas/model/counted.js';
import { ALL_TIME, type Instant } from '../../../schemas/model/time.js';
import type { ProjectContext } from '../../rows/project/event-cells.js';
import { projectRow } from '../../rows/project/project-row.js';
import { truncateTexts } from '../../rows/truncate-texts.js';
import type { Call } from '../context/call.js';
import type { Engine } from '../context/engine.js';
import { selectSources } from '../sources/sources.js';
import { collect } from './collect.js';
import type { Collected } from './collected.js';

/** The deletions in a feed of changes. */
export interface DeletedSince {
  readonly deleted: readonly EventRow[];
  readonly notes: readonly string[];
}

const MOST = 100;
const SHOWN = ['title', 'start', 'calendar'];
/** Most calendars listed in a note. */
const NAMED = 5;

type Changed = Predicate & { readonly kind: 'time' };

/** The part of a query that also asks for deleted events. */
function changedIn(where: Predicate): Changed | undefined {
  return conjuncts(where).find((one): one is Changed => one.kind === 'time' && one.withDeleted === true);
}

/**
 * Events deleted since the moment in the query: by the assistant, and by others as far as copies of calendars
 * show. Undefined if the query does not ask for it.
 */
export async function deletedSince(
  plan: ReadPlan,
  collected: Collected,
  {
    engine,
    call,
    context,
  }: { readonly engine: Engine; readonly call: Call; readonly context: ProjectContext },
): Promise<DeletedSince | undefined> {
  const changed = changedIn(plan.where);
  if (changed === undefined || plan.type !== 'events' || plan.deleted) return undefined;
  const since = changed.from ?? ALL_TIME.from;
  const where = allOf(conjuncts(plan.where).filter((one) => one !== changed));
  const asked: ReadPlan = { ...plan, where, deleted: true, deletedSince: since, expansion: 'series' };
  const { found } = collected;
  const gone = await collect(asked, engine, { call, listed: found });
  // The trash and a copy may both have the same deletion.
  const once = [...new Map(gone.rows.map((row) => [row.id, row])).values()];
  const uids = [...new Set(once.map(({ uid }) => uid))];
  const living =
    uids.length === 0
      ? []
      : (
          await collect(
            { ...ALL_EVENTS, where: { kind: 'id', ids: uids }, timezone: plan.timezone },
            engine,
            { call, listed: found },
          )
        ).rows;
  const present = new Set(living.map(({ id, seriesId }) => seriesId ?? id));
  const rows = once
    .filter(({ id }) => !present.has(id))
    .sort((a, b) => (b.deletedAt ?? 0) - (a.deletedAt ?? 0));
  const listed = rows.slice(0, MOST);
  engine.exposure.saw(listed);
  const deleted = listed.map((row): EventRow => {
    const moved = living.find(({ uid }) => uid === row.uid);
    const movedTo = moved === undefined ? {} : { movedTo: moved.calendar.name };
    return { ...truncateTexts(projectRow(row, SHOWN, context)), ...movedTo };
  });
  const more = rows.length - listed.length;
  return {
    deleted,
    notes: [
      ...(more > 0 ? [`${counted(more, 'deleted event')} more are not listed; ask for a shorter time.`] : []),
      ...unknownPart(selectSources(found, plan.calendars, plan.where), since, context),
    ],
  };
}

/** Notes on deletions that cannot be known. */
function unknownPart(
  sources: ReturnType<typeof selectSources>,
  since: Instant,
  { viewer }: ProjectContext,
): readonly string[] {
  const byStart = new Map<string, string[]>();
  for (const { backend, calendar } of sources) {
    const from = backend.mirror?.deletedSince(calendar.id, since)?.knownFrom;
    if (from !== undefined && from <= since) continue;
    const known = from === undefined ? '' : printZoned(from, viewer);
    byStart.set(known, [...(byStart.get(known) ?? []), calendar.name]);
  }
  return [...byStart].map(([from, names]) => {
    const more = names.length - NAMED;
    const listed = names
      .sort()
      .slice(0, NAMED)
      .map((name) => `"${name}"`)
      .join(', ');
    const where = `${listed}${more > 0 ? ` and ${more} more` : ''}`;
    return from === ''
      ? `What other programs deleted is not known for ${where}, which have no copy here; only what this server deleted is listed.`
      : `What other programs deleted before ${from} is not known for ${where}.`;
  });
}
