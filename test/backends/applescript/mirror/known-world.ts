import { afterEach } from 'vitest';
import type { Predicate } from '../../../../compilers/plan/predicate.js';
import type { Backend } from '../../../../src/ports/backend.js';
import { required } from '../../../conformance/subject.js';
import type { Oddities } from '../simulated/oddities.js';
import { ask, DAY, MINUTE, type MirrorWorld, mirrorWorld, NOW, TODAY } from './mirror-world.js';

export const LIST = 'list-calendars';
export const COLUMNS = 'list-events';
export const CHECK = 'check-events';
export const READ = 'read-events';

interface Held {
  world: MirrorWorld;
}

export const here = {} as Held;
export function eachInNewWorld(): void {
  afterEach(() => here.world.close());
}

/** Three events today, 47 on the days after, one in the other calendar. */
export async function known(oddities: Oddities = {}): Promise<Backend> {
  here.world = await mirrorWorld(oddities);
  for (let n = 0; n < 50; n++) {
    const start = n < 3 ? NOW + n * 60 * MINUTE : NOW + (n + 10) * DAY;
    here.world.put({ uid: `E-${n}`, summary: `Event ${n}`, 'start date': start, 'end date': start + MINUTE });
  }
  here.world.put({ summary: 'Café at home' }, 1);
  const backend = await here.world.open();
  await ask(backend, { range: TODAY });
  return backend;
}

export const event = (n: number) => required(here.world.simulated.calendars[0]?.events[n]);
export const titles = ({ objects }: Awaited<ReturnType<typeof ask>>) =>
  objects.map((object) => /SUMMARY:(.*)\r/.exec(object.ics)?.[1]).sort();
export const text = (value: string): Predicate => ({
  kind: 'text',
  fields: ['title'],
  op: 'contains',
  value,
});
