import { NO_TRAIL } from '../../context/audit-trail.js';
import type { Engine } from '../../context/engine.js';
import { createLocator } from '../../context/locator.js';
import { KnownOrigins } from '../../context/origins.js';
import { WriteTransaction } from '../transaction/write-transaction.js';
import type { Rehearsal, WriteSession } from '../write-session.js';
import { overlayBackend } from './overlay-backend.js';
import { overlayStore } from './overlay-store.js';

/**
 * The same session on overlays: only later reads of this session see what it writes to calendars and the
 * state store. A call is prepared on it, so that each operation sees the expected result of earlier ones.
 * With `verifies`, asks stores if they still hold what is changed, as for dry runs and questions.
 */
export function rehearsalOf(run: WriteSession, rehearsal: Rehearsal): WriteSession {
  const { engine } = run;
  const overlays = new Map(
    engine.backends.map((backend) => [backend, overlayBackend(backend, run.startedAt, rehearsal)]),
  );
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
    provenance: stagedProvenance(engine),
    locator: stagedLocator(engine),
  };
  const call = { ...run.call, trail: NO_TRAIL };
  const transaction = new WriteTransaction(staged, found.sources, call);
  return { ...run, engine: staged, call, found, transaction, trashed: [], rehearsal };
}

function stagedProvenance({ provenance }: Engine): Engine['provenance'] {
  let own: KnownOrigins | undefined;
  const staged = async (): Promise<KnownOrigins> => {
    own ??= new KnownOrigins(await provenance.origins());
    return own;
  };
  return {
    origins: staged,
    async add(marks, origin) {
      const known = await staged();
      for (const mark of marks) known.add(mark, origin);
    },
  };
}

function stagedLocator({ locator }: Engine): Engine['locator'] {
  const own = createLocator();
  return { seen: own.seen, placeOf: (id) => own.placeOf(id) ?? locator.placeOf(id) };
}
