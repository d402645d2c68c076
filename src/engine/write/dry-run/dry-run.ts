import type { WritePlan } from '../../../../compilers/plan/write-plan.js';
import { NO_TRAIL } from '../../context/audit-trail.js';
import type { Engine } from '../../context/engine.js';
import { createLocator } from '../../context/locator.js';
import { KnownOrigins } from '../../context/origins.js';
import type { Success } from '../../context/service.js';
import { WriteTransaction } from '../transaction/write-transaction.js';
import type { WriteSession } from '../write-session.js';
import { overlayBackend } from './overlay-backend.js';
import { overlayStore } from './overlay-store.js';

/**
 * The same run on overlays: its writes to calendars and to the state store are visible to this run only. Dry runs use it,
 * so they return what the write would.
 */
export function dryRunSession(run: WriteSession): WriteSession {
  const { engine } = run;
  const overlays = new Map(engine.backends.map((backend) => [backend, overlayBackend(backend)]));
  const found = {
    ...run.found,
    sources: run.found.sources.map((source) => ({
      ...source,
      backend: overlays.get(source.backend) ?? source.backend,
    })),
  };
  const staged: Engine = {
    ...engine,
    backends: [...overlays.values()],
    state: overlayStore(engine.state),
    ledger: stagedLedger(engine),
    trail: NO_TRAIL,
    locator: stagedLocator(engine),
  };
  const transaction = new WriteTransaction(staged, found.sources, run.signal);
  return { ...run, engine: staged, found, transaction, trashed: [], answers: [], onOverlays: true };
}

/** What cannot be played: the drafts of these say themselves what they would do. */
const SHOW_THEMSELVES: ReadonlySet<WritePlan['kind']> = new Set([
  'sync',
  'create-calendar',
  'update-calendar',
  'delete-calendar',
]);

export function canDryRun({ kind }: WritePlan): boolean {
  return !SHOW_THEMSELVES.has(kind);
}

/** What a run on overlays answered, as the answer of a dry run. */
export function asDryRun(success: Success): Success {
  const { outcome: _, undoToken: __, dryRun: ___, ...data } = success.data;
  return { ...success, data: { outcome: 'not_applied', dryRun: true, ...data } };
}

function stagedLedger({ ledger }: Engine): Engine['ledger'] {
  let own: KnownOrigins | undefined;
  const staged = async (): Promise<KnownOrigins> => {
    own ??= new KnownOrigins(await ledger.origins());
    return own;
  };
  return {
    origins: staged,
    async add(marks, { client }) {
      const known = await staged();
      for (const mark of marks) known.add(mark, client);
    },
  };
}

function stagedLocator({ locator }: Engine): Engine['locator'] {
  const own = createLocator();
  return { seen: own.seen, placeOf: (id) => own.placeOf(id) ?? locator.placeOf(id) };
}
