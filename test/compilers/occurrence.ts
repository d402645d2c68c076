import type { Occurrence } from '../../schemas/model/event.js';
import { zoneOf } from '../../src/calendar/zones/zone.js';

/** An occurrence for tests: a confirmed one-hour event in Berlin, changed as asked. */
export function occurrence(changes: Partial<Occurrence> = {}): Occurrence {
  const start = changes.start ?? Date.UTC(2026, 10, 24, 8);
  const end = changes.end ?? start + 3_600_000;
  const zone = zoneOf('Europe/Berlin');
  return {
    uid: 'uid-1@example.org',
    title: 'Quarterly planning',
    description: '',
    location: '',
    url: '',
    conference: '',
    status: 'confirmed',
    busy: true,
    visibility: 'public',
    attendees: [],
    reminders: [],
    tags: [],
    attachments: [],
    color: '',
    sequence: 0,
    metadata: {},
    id: 'k3v9x2m8qa',
    calendar: { id: 'cal-1', name: 'Work', account: 'home' },
    startWall: zone?.toWall(start) ?? start,
    endWall: zone?.toWall(end) ?? end,
    allDay: false,
    recurring: false,
    external: false,
    createdBy: 'user',
    deleted: false,
    href: '/cal/1.ics',
    etag: '"1"',
    ...changes,
    start,
    end,
  };
}
