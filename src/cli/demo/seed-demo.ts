import { dayOfWall } from '../../../compilers/time/civil.js';
import type { Zone } from '../../../compilers/time/zone.js';
import type { CalendarService } from '../../engine/context/service.js';
import type { Clock } from '../../ports/clock.js';
import { cell, rowsIn } from '../../server/answers/result-rows.js';
import { demoDays, demoEvents, demoExceptions } from './demo-events.js';

/** Fills the demo calendars through the normal write API. */
export async function seedDemo(service: CalendarService, clock: Clock, zone: Zone): Promise<void> {
  const context = { signal: new AbortController().signal };
  const days = demoDays(dayOfWall(zone.toWall(clock.now())), zone);
  const operations = demoEvents(days).map((data) => ({ operation: 'create', data }));
  await service.write({ mutation: { operation: 'batch', atomic: true, operations } }, context);
  for (const { day, edit } of demoExceptions(days)) {
    const filters = { start: { on: day }, title: { equals: 'Team standup' } };
    const found = await service.read({ query: { type: 'events', filters } }, context);
    for (const row of rowsIn(found.data.events)) {
      await service.write({ mutation: { ...edit, id: cell(row, 'id'), scope: 'this' } }, context);
    }
  }
}
