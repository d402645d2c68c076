import {
  type AppleScriptBackendOptions,
  createAppleScriptBackend,
} from '../../../../src/backends/applescript/applescript-backend.js';
import type { ScriptRunner } from '../../../../src/backends/applescript/scripts/osascript-runner.js';
import { zoneOf } from '../../../../src/calendar/zones/zone.js';
import { never, required, type Subject } from '../../../conformance/subject.js';
import { createMemoryStore } from '../../../reference/memory-store.js';

const CLOCK = { now: () => Date.now(), timeZone: () => 'UTC' };

/** A backend over a runner, with the calendars that are called Work and Home. */
export async function subjectOn(
  runner: ScriptRunner,
  zone: string,
  options: Partial<AppleScriptBackendOptions> = {},
): Promise<Subject> {
  const state = createMemoryStore(CLOCK);
  const open = () =>
    createAppleScriptBackend({ name: 'mac', zone: required(zoneOf(zone)), state, runner, ...options });
  const backend = open();
  const calendars = await backend.calendars({ signal: never });
  const [calendar, other] = ['Work', 'Home'].map((name) => calendars.find((info) => info.name === name));
  return {
    backend,
    rival: open,
    calendar: required(calendar),
    other: required(other),
    close: () => backend.close(),
  };
}
