import { EVERYTHING, type Predicate } from '../../../compilers/plan/predicate.js';
import { split } from '../../../compilers/pushdown/split.js';
import { ALL_TIME, type Range } from '../../../schemas/model/time.js';
import type { PasswordSource } from '../../../src/backends/caldav/auth/password-authorizer.js';
import { createCalDavBackend } from '../../../src/backends/caldav/caldav-backend.js';
import { createMirroredBackend, type MirrorOptions } from '../../../src/backends/mirror/mirrored-backend.js';
import type { Backend, ScanResult } from '../../../src/ports/backend.js';
import { never, required } from '../../conformance/subject.js';
import { indexer, type OpenedStore, SILENT } from '../../state/mirror/open-store.js';
import type { SyncServer } from './sync-server.js';

export const WEEK: Range = {
  from: Date.parse('2026-11-23T00:00:00Z'),
  to: Date.parse('2026-11-30T00:00:00Z'),
};

/** The account on a sync server, through a mirror. */
export function mirroredAccount(
  server: Pick<SyncServer, 'origin'>,
  { store }: Pick<OpenedStore, 'store'>,
  options: Partial<MirrorOptions> & { readonly password?: PasswordSource; readonly deadlineMs?: number } = {},
) {
  const { password = 'secret', deadlineMs = 5000, ...mirror } = options;
  const inner = createCalDavBackend({
    name: 'account',
    url: server.origin,
    username: 'alice',
    password,
    deadlineMs,
  });
  return createMirroredBackend(inner, { store, indexer: indexer(), log: SILENT, ...mirror });
}

export interface Asked {
  readonly range?: Range;
  readonly where?: Predicate;
  readonly refresh?: boolean;
  readonly hrefs?: readonly string[];
  readonly signal?: AbortSignal;
}

/** Asks the account's first calendar as the engine does: list, split, compile, scan. */
export async function ask(backend: Backend, asked: Asked = {}): Promise<ScanResult> {
  const { range = ALL_TIME, where = EVERYTHING, refresh, hrefs, signal = never } = asked;
  const request = { signal, refresh };
  const calendar = required((await backend.calendars(request)).find(({ href }) => href.endsWith('/cal/')));
  const divided = split({ range, where }, backend.target.capabilities);
  const call = backend.target.compileRead(
    { ...divided, ...(refresh === true ? { refresh } : {}), ...(hrefs === undefined ? {} : { hrefs }) },
    calendar,
  );
  return backend.scan(call, request);
}

/** Texts by file name. */
export function named({ objects }: ScanResult): ReadonlyMap<string, string> {
  return new Map(
    objects.map(({ href, ics }) => [decodeURIComponent(href.slice(href.lastIndexOf('/') + 1)), ics]),
  );
}
