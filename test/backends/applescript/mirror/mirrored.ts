import {
  type AppleScriptBackendOptions,
  createAppleScriptBackend,
} from '../../../../src/backends/applescript/applescript-backend.js';
import type { ScriptRunner } from '../../../../src/backends/applescript/scripts/osascript-runner.js';
import {
  createMirroredBackend,
  type MirrorOptions,
} from '../../../../src/backends/mirror/mirrored-backend.js';
import { zoneOf } from '../../../../src/calendar/zones/zone.js';
import type { MirrorStore } from '../../../../src/ports/mirror-store.js';
import type { StateStore } from '../../../../src/ports/state-store.js';
import { required } from '../../../conformance/subject.js';
import { indexer, SILENT } from '../../../state/mirror/open-store.js';

export interface Opening {
  readonly runner: ScriptRunner;
  readonly state: StateStore;
  readonly store: MirrorStore;
  readonly zone?: string;
  readonly options?: Partial<AppleScriptBackendOptions>;
  readonly mirror?: Partial<MirrorOptions>;
}

/** Calendar, through a mirror: a process of its own, as it were. */
export function openMirrored({ runner, state, store, zone = 'UTC', options, mirror }: Opening) {
  const inner = createAppleScriptBackend({
    name: 'mac',
    user: 'ana',
    zone: required(zoneOf(zone)),
    ...{ state, runner },
    ...options,
  });
  return createMirroredBackend(inner, { store, indexer: indexer(), log: SILENT, ...mirror });
}
