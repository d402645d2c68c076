import { CALENDARS } from './calendars.js';
import { COSTS } from './costs.js';
import { READS } from './reads.js';
import type { Scenario } from './world.js';
import { WRITES } from './writes.js';

/** What must hold whatever is changed in a script. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = { ...READS, ...WRITES, ...CALENDARS, ...COSTS };
