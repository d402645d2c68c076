import { readWorkingHours } from '../compilers/plan/working-hours.js';
import type { Zone, ZoneLookup } from '../compilers/time/zone.js';
import { defined } from '../schemas/model/defined.js';
import { CalendarError } from '../schemas/model/error.js';
import type { ObjectRecord } from './calendar/read/read-object.js';
import {
  createRecordCache,
  createRecordStore,
  RECORD_BYTES,
  type RecordStore,
} from './calendar/read/record-cache.js';
import { zoneOf } from './calendar/zones/zone.js';
import { type Account, firstName } from './config/accounts.js';
import type { Settings } from './config/settings.js';
import { storesPlace } from './config/stores-place.js';
import type { CalendarService } from './engine/context/service.js';
import { createCalendarService } from './engine/create-service.js';
import type { Backend, CalendarObject } from './ports/backend.js';
import type { Clock } from './ports/clock.js';
import { delegate } from './ports/delegate.js';
import type { Log } from './ports/log.js';
import type { MirrorStore } from './ports/mirror-store.js';
import type { RefreshTokenStore } from './ports/refresh-token-store.js';
import { openStores } from './state/open-stores.js';
import type { Stores } from './state/stores.js';
import { useFrugalHeap } from './system/frugal-heap.js';
import { heapShare } from './system/heap-share.js';
import { systemZone } from './system/system-clock.js';
import { withMirror } from './wire-mirror.js';
import { renamed } from './wire-renamed.js';

type AppAccount = Extract<Account, { kind: 'applescript' }>;
type RecordOf = (object: CalendarObject) => ObjectRecord;

interface Parts {
  readonly clock: Clock;
  readonly log: Log;
  readonly version: string;
  readonly serving: boolean;
}

/** Builds the service with the backends of all accounts, on the first call. */
export async function wireService(settings: Settings, parts: Parts): Promise<CalendarService> {
  const { clock, log, version } = parts;
  const tools = await backendTools(settings, parts);
  const { mirror, stores, recordOf, zones } = tools;
  const opened = await openAccounts(settings, tools);
  const backends = opened.flatMap(({ backend }) => backend ?? []);
  const failedAccounts = opened.flatMap(({ name, error }) => (error === undefined ? [] : [{ name, error }]));
  const { calendar, defaultCalendar, defaultTaskList, deadlines, policy, tasks, weekStart } = settings;
  const service = createCalendarService({
    backends,
    failedAccounts,
    clock,
    zones,
    recordOf,
    state: stores.state,
    audit: stores.audit,
    writing: stores.writing,
    ...(stores.limitsOf && { limits: stores.limitsOf(policy.limits) }),
    ...(stores.counterOf && { making: stores.counterOf('made') }),
    log,
    settings: {
      weekStart,
      workingHours: readWorkingHours(settings.workingHours, [1, 2, 3, 4, 5], zones),
      deadlines,
      policy,
      auditsText: settings.audit.text,
      ...(calendar !== undefined && { calendar }),
      tasks,
      ...defined({ defaultCalendar, defaultTaskList }),
      version,
    },
  });
  return {
    ...service,
    close: async () => {
      await service.close();
      mirror?.close();
      await stores.close();
    },
  };
}

/** Heap share of parsed objects. */
const PART_OF_HEAP = 0.25;
/** Shared by all users of this process. */
let records: RecordStore | undefined;

/** Builds the services that all backends share. */
export async function backendTools(
  settings: Settings,
  { clock, log, serving }: Omit<Parts, 'version'>,
): Promise<BackendTools> {
  const { stateDir, deadlines } = settings;
  const stores = await openStores(storesPlace(settings), clock, log);
  records ??= createRecordStore(heapShare(PART_OF_HEAP, RECORD_BYTES));
  const { recordOf, readOnce } = createRecordCache(zoneOf, records);
  const mirror = await mirrorOf(settings, log);
  return {
    recordOf,
    readOnce,
    log,
    serving,
    stores,
    stateDir,
    deadlines,
    zones: zoneOf,
    refreshTokens: new Map(),
    ...(mirror !== undefined && { mirror }),
  };
}

/** An account with its backend, or with its setup error. */
export interface OpenedAccount {
  readonly name: string;
  /** Undefined if the settings of the account are invalid. */
  readonly account?: Account;
  readonly backend?: Backend;
  readonly error?: CalendarError;
}

/** Opens every account. A failed one is logged and does not affect the others. */
export async function openAccounts(
  settings: Settings,
  tools: BackendTools,
): Promise<readonly OpenedAccount[]> {
  const opened: OpenedAccount[] = [...settings.failedAccounts];
  for (const account of settings.accounts) {
    const { name } = account;
    try {
      const backend = withAddresses(await underName(account, tools), settings.addresses);
      opened.push({ name, account, backend });
    } catch (error) {
      if (!(error instanceof CalendarError)) throw error;
      tools.log.warn(error.message, { account: name });
      opened.push({ name, account, error });
    }
  }
  return opened;
}

async function underName(account: Account, tools: BackendTools): Promise<Backend> {
  const { name, formerNames } = account;
  if (formerNames === undefined) return backendOf(account, tools);
  return renamed(await backendOf({ ...account, name: firstName(account) }, tools, name), name, formerNames);
}

/** Appends the person's addresses; the first address of the account sends invitations. */
function withAddresses(backend: Backend, addresses: readonly string[]): Backend {
  if (addresses.length === 0) return backend;
  return delegate(backend, {
    get ownAddresses() {
      return [...new Set([...backend.ownAddresses, ...addresses])];
    },
  });
}

/** Opens the mirror only if a remote account uses it. */
async function mirrorOf({ accounts, stateDir }: Settings, log: Log): Promise<MirrorStore | undefined> {
  if (!accounts.some((account) => 'mirror' in account && account.mirror)) return undefined;
  const { openMirror } = await import('./state/mirror/open-mirror.js');
  return openMirror(stateDir, log);
}

export interface BackendTools {
  readonly recordOf: RecordOf;
  /** Parses without caching, for objects that are only stored. */
  readonly readOnce: RecordOf;
  readonly log: Log;
  readonly mirror?: MirrorStore;
  readonly stores: Stores;
  readonly stateDir: string;
  readonly zones: ZoneLookup;
  readonly serving: boolean;
  readonly deadlines: Settings['deadlines'];
  readonly refreshTokens: Map<string, RefreshTokenStore>;
}

async function backendOf(account: Account, tools: BackendTools, shownAs?: string): Promise<Backend> {
  const { recordOf, log } = tools;
  const { name, addresses: ownAddresses } = account;
  switch (account.kind) {
    case 'caldav': {
      const [{ createCalDavBackend }, { caldavOptions }] = await Promise.all([
        import('./backends/caldav/caldav-backend.js'),
        import('./config/caldav-options.js'),
      ]);
      const options = caldavOptions(account, tools);
      const { state, writing } = tools.stores;
      const server = createCalDavBackend({ ...options, shownAs, state, writing });
      return tools.mirror === undefined || !account.mirror ? server : withMirror(server, tools.mirror, tools);
    }
    case 'webcal': {
      const { createWebcalBackend } = await import('./backends/webcal/webcal-backend.js');
      const { allowPrivate } = account;
      return createWebcalBackend({ name, url: account.url.reveal(), allowPrivate, ownAddresses });
    }
    case 'applescript': {
      // Each read parses everything again and leaves much garbage. A small heap costs little, because reads wait for macOS.
      useFrugalHeap();
      const { createMacBackend } = await import('./backends/eventkit/mac-backend.js');
      const fallback = () => openCalendarApp(account, tools);
      return createMacBackend({
        ...account,
        zone: macZone(tools),
        state: tools.stores.state,
        ownAddresses,
        fallback,
      });
    }
    case 'local': {
      const { createLocalBackend } = await import('./backends/local/local-backend.js');
      const { dir, create, standsIn } = account;
      return createLocalBackend({ name, dir, create, standsIn, recordOf, ownAddresses, log });
    }
    case 'stored': {
      const { createStoredBackend } = await import('./backends/local/local-backend.js');
      const { calendars: rows } = tools.stores;
      if (rows === undefined) throw new CalendarError('CONFIGURATION', 'There is no database.');
      return createStoredBackend({ name, rows, recordOf, ownAddresses });
    }
    case 'ics': {
      const { createIcsBackend } = await import('./backends/local/ics-backend.js');
      return createIcsBackend({ name, path: account.path, recordOf, ownAddresses });
    }
  }
}

/** Opens the Calendar app of this Mac through scripts. */
export async function openCalendarApp(
  { addresses, ...account }: AppAccount,
  tools: BackendTools,
): Promise<Backend> {
  const { createAppleScriptBackend } = await import('./backends/applescript/applescript-backend.js');
  return createAppleScriptBackend({
    ...account,
    zone: macZone(tools),
    state: tools.stores.state,
    ownAddresses: addresses,
  });
}

/** Scripts report all times in the zone of the Mac. */
export function macZone({ zones }: Pick<BackendTools, 'zones'>): Zone {
  const zone = zones(systemZone());
  if (zone !== undefined) return zone;
  throw new CalendarError('CONFIGURATION', 'The zone of this computer is not known.');
}
