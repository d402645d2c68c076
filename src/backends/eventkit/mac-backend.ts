import type { Zone } from '../../../compilers/time/zone.js';
import type { CalendarChoice } from '../../../schemas/model/calendar-choice.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Instant } from '../../../schemas/model/time.js';
import { waitUnlessAborted } from '../../concurrency/wait-unless-aborted.js';
import type { Backend } from '../../ports/backend.js';
import type { StateStore } from '../../ports/state-store.js';
import { isRecent } from '../../system/is-recent.js';
import { createEventKitBackend } from './eventkit-backend.js';
import { tellStatus } from './permission.js';
import { type StartChild, startOsascript } from './process/child.js';
import { KitFailure } from './process/kit-failure.js';
import { FULL_ACCESS } from './process/protocol.js';
import { createSession, type Session } from './process/session.js';

export interface MacBackendOptions extends CalendarChoice {
  readonly name: string;
  readonly zone: Zone;
  readonly state: StateStore;
  readonly ownAddresses?: readonly string[];
  /** The Calendar app through AppleScript, while macOS denies EventKit. */
  readonly fallback: () => Promise<Backend>;
  /** Default: osascript of this Mac. */
  readonly start?: StartChild;
  readonly now?: () => Instant;
  /** Deadline of one request; default 20 s. */
  readonly deadlineMs?: number;
}

/** The door in use: `app`, or EventKit if undefined. `because`: the reason, in our words. */
interface Door {
  readonly app?: Backend;
  readonly because: string;
  readonly at: Instant;
  /** True if EventKit could not be asked. */
  readonly failed?: true;
}

const APP_HAS_NONE =
  'The Calendar app has no tasks: reminders are shown through EventKit, where macOS gives full access to calendars and to reminders.';
/** Ask again after this time: the user may grant permission at any moment. */
const DENIED_MS = 60_000;
/** Longer, because osascript itself failed. */
const FAILED_MS = 600_000;

interface Doors {
  /** The last choice. */
  readonly door: Door | undefined;
  choose(signal: AbortSignal): Promise<Door>;
  /** Closes EventKit after a denied call, so the next call chooses again. */
  noticing<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Chooses the door. EventKit's answers show when it closes; only a closed door is checked again. */
function createDoors(session: Session, fallback: () => Promise<Backend>, now: () => Instant): Doors {
  let door: Door | undefined;
  let opening: Promise<Backend> | undefined;
  let choosing: Promise<Door> | undefined;

  async function look(): Promise<Door> {
    const because = await reasonAgainst();
    if (because === undefined) return { because: tellStatus(FULL_ACCESS), at: now() };
    opening ??= fallback().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return { app: await opening, at: now(), ...because };
  }

  async function reasonAgainst(): Promise<Pick<Door, 'because' | 'failed'> | undefined> {
    try {
      const { status } = await session.status();
      return status === FULL_ACCESS ? undefined : { because: tellStatus(status) };
    } catch (error) {
      if (!(error instanceof KitFailure)) throw error;
      return { because: 'EventKit cannot be asked on this Mac.', failed: true };
    }
  }

  async function choose(signal: AbortSignal): Promise<Door> {
    const isKept =
      door !== undefined &&
      (door.app === undefined || isRecent(door.at, door.failed ? FAILED_MS : DENIED_MS, now()));
    if (door !== undefined && isKept) return door;
    choosing ??= look().finally(() => {
      choosing = undefined;
    });
    door = await waitUnlessAborted(choosing, signal);
    return door;
  }

  async function noticing<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof CalendarError && error.code === 'PERMISSION_DENIED' && door?.app === undefined) {
        door = undefined;
        session.close();
      }
      throw error;
    }
  }

  return {
    get door() {
      return door;
    },
    choose,
    noticing,
    close: async () => (await opening?.catch(() => undefined))?.close(),
  };
}

/**
 * A Mac's calendars: through EventKit with full access, otherwise through the Calendar app. Chooses when
 * calendars are listed, so at the start of each call, without a dialog. Addresses name their door, so no call
 * uses the other one.
 */
export function createMacBackend(options: MacBackendOptions): Backend {
  const { start = startOsascript, now = Date.now, fallback, deadlineMs } = options;
  const session = createSession({ start, now, ...(deadlineMs !== undefined && { deadlineMs }) });
  const kit = createEventKitBackend({ ...options, session, now });
  const doors = createDoors(session, fallback, now);
  const { choose, noticing } = doors;
  const current = (): Backend => doors.door?.app ?? kit;
  const targetOf = (call: unknown): Backend =>
    typeof call === 'object' && call !== null && 'door' in call ? kit : current();

  return {
    name: options.name,
    get kind() {
      return current().kind;
    },
    get target() {
      return current().target;
    },
    get ownAddresses() {
      return current().ownAddresses;
    },
    get seriesRemark() {
      return current().seriesRemark;
    },
    get withoutTasks() {
      return doors.door?.app === undefined ? kit.withoutTasks : APP_HAS_NONE;
    },
    get mirror() {
      return current().mirror;
    },
    get door() {
      return doors.door?.because;
    },
    warnings: () => current().warnings?.() ?? [],
    calendars: async (request) => {
      const { app } = await choose(request.signal);
      if (app !== undefined) return app.calendars(request);
      try {
        return await noticing(() => kit.calendars(request));
      } catch (error) {
        // Another call has chosen again, or it is another failure.
        if (doors.door !== undefined) throw error;
        const other = await choose(request.signal);
        if (other.app === undefined) throw error;
        return other.app.calendars(request);
      }
    },
    scan: (call, request) => noticing(() => targetOf(call).scan(call, request)),
    apply: (call, request) => noticing(() => targetOf(call).apply(call, request)),
    applyCalendar: (call, request) => noticing(async () => targetOf(call).applyCalendar?.(call, request)),
    close: async () => {
      await kit.close();
      await doors.close();
    },
  } as Backend;
}
