import {
  type AppleScriptRead,
  type AppleScriptWrite,
  applescriptTarget,
} from '../../../compilers/targets/applescript/applescript-target.js';
import type { Zone } from '../../../compilers/time/zone.js';
import type { CalendarChoice } from '../../../schemas/model/calendar-choice.js';
import { CalendarError, type Outcome } from '../../../schemas/model/error.js';
import type { Instant } from '../../../schemas/model/time.js';
import { throwIfCancelled } from '../../concurrency/cancelled.js';
import { keyedQueue } from '../../concurrency/keyed-queue.js';
import type { Backend } from '../../ports/backend.js';
import type { StateStore } from '../../ports/state-store.js';
import { createUidNotes } from '../eventkit/uid-notes.js';
import { createWriter } from '../eventkit/write/writer.js';
import { createCalendarList } from './read/calendar-list.js';
import { ObjectReader } from './read/object-reader.js';
import { osascriptRunner, type ScriptRunner } from './scripts/osascript-runner.js';
import { createScriptSession } from './scripts/script-session.js';
import { createScriptDoor } from './write/script-door.js';

export interface AppleScriptBackendOptions extends CalendarChoice {
  readonly name: string;
  /** The Mac's own zone; scripts see all times in it. */
  readonly zone: Zone;
  /** Keeps the UIDs that events were created with. */
  readonly state: StateStore;
  readonly ownAddresses?: readonly string[];
  readonly now?: () => Instant;
  /** Default: osascript of this Mac. On other systems the backend refuses to start without a runner. */
  readonly runner?: ScriptRunner;
}

/** Titles and times cannot match them: a separate event may have another name and another day. */
const MOVED_APART =
  'Occurrences that were changed in the Calendar app itself may be shown twice, on their old date too: it does not always show scripts which ones they are.';

const SLOW_DOOR =
  'The Calendar app is asked by AppleScript: slow, without copies, not for everything, and its changes of series are experimental. `calendar-mcp doctor --permission` opens EventKit.';

export function isAppleScriptAvailable(platform: string = process.platform): boolean {
  return platform === 'darwin';
}

/**
 * The calendars of Calendar.app on this Mac, through constant AppleScripts. docs/internals/applescript.md
 * lists what is known, assumed, or only testable on a Mac.
 */
export function createAppleScriptBackend(
  options: AppleScriptBackendOptions,
): Backend<AppleScriptRead, AppleScriptWrite> {
  const { name, zone, state, now = Date.now } = options;
  const session = createScriptSession(options.runner ?? systemRunner(), now);
  const calendars = createCalendarList(name, session, options, now);
  const notes = createUidNotes(state, name);
  const reader = new ObjectReader({ session, notes, mac: zone, now });
  const door = createScriptDoor({ session, reader, notes, mac: zone });
  const write = createWriter({ door, one: (...args) => reader.one(...args), notes, mac: () => zone, now });
  const queue = keyedQueue();

  /** Runs writes one at a time, because each uses several scripts. A write that has begun is finished. */
  async function inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    throwIfCancelled(signal, 'not_applied');
    return queue('writes', async () => {
      throwIfCancelled(signal, 'not_applied');
      // A failure while only reading has changed nothing.
      return watched(work, { outcome: 'not_applied' });
    });
  }

  /** Lists the calendars again at the next call if one was not found. */
  async function watched<T>(work: () => Promise<T>, also: { readonly outcome?: Outcome } = {}): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof CalendarError)) throw error;
      if (error.code === 'CALENDAR_NOT_FOUND') calendars.forget();
      throw error.info.outcome === undefined ? error.with(also) : error;
    }
  }

  return {
    name,
    kind: 'applescript',
    target: applescriptTarget,
    ownAddresses: options.ownAddresses ?? [],
    seriesRemark: MOVED_APART,
    warnings: () => [SLOW_DOOR],
    calendars: async ({ signal }) => {
      throwIfCancelled(signal, 'not_applied');
      return calendars.get(signal);
    },
    scan: async (call, request) => {
      throwIfCancelled(request.signal, 'not_applied');
      if (request.compare === 'must') reader.forget(call.calendar.id);
      return watched(() => reader.scan(call, request));
    },
    apply: (call, { signal }) => inTurn(signal, () => write(call)),
    close: async () => undefined,
  };
}

function systemRunner(): ScriptRunner {
  if (isAppleScriptAvailable()) return osascriptRunner();
  throw new CalendarError(
    'CONFIGURATION',
    'The Calendar app can be used on macOS only; this is another system.',
    { suggestion: 'Configure a CalDAV account or a calendar folder instead.' },
  );
}
