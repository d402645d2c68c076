import { CALENDARS } from './calendars.js';
import { COSTS } from './costs.js';
import type { Scenario } from './expect-scenario.js';
import { READS } from './reads.js';
import { WRITES } from './writes.js';

/** What must hold whatever is changed in a script. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = { ...READS, ...WRITES, ...CALENDARS, ...COSTS };
