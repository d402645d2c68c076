import { describe, expect, it } from 'vitest';
import { eventText } from '../../backends/caldav/event-text.js';
import { eachWithNewCopy, here, known, server } from '../../backends/mirror/copied-account.js';
import { desk, deskOver, event, ics } from '../service-on-memory.js';

const MEETING = ics(
  ...event('UID:m@x', 'SUMMARY:Meeting', 'DTSTART:20261124T100000Z', 'DTEND:20261124T110000Z'),
);
const changes = (more: object = {}) => ({
  query: { type: 'events', filters: { changedSince: '2026-11-20' }, fields: ['title'], ...more },
});

describe('what changed since', () => {
  it('names what the assistant deleted, and what nothing tells of', async () => {
    const d = desk([MEETING]);
    await d.write({ mutation: { operation: 'delete', filters: { title: 'Meeting' } } });
    const { data, meta } = await d.read(changes());
    expect(data.events).toEqual([]);
    expect(data.deleted).toMatchObject([{ title: 'Meeting', deletedAt: expect.stringMatching(/^2026-11-/) }]);
    expect(meta.notes?.join(' ')).toContain('What other programs deleted is not known for "Home", "Work"');
    const counted = await d.read(changes({ mode: 'count', fields: undefined }));
    expect(counted.data).toMatchObject({ count: 0, deletedCount: 1 });
    const other = await d.read(changes({ filters: { changedSince: '2026-11-20', title: 'Lunch' } }));
    expect(other.data.deleted).toEqual([]);
  });

  it.each([
    ['friday', '2026-11-19T23:00Z'],
    ['monday', '2026-11-22T23:00Z'],
    ['last week', '2026-11-15T23:00Z'],
    ['startOfWeek', '2026-11-22T23:00Z'],
    ['2026-11-20T09:30', '2026-11-20T08:30Z'],
  ])('%s is %s', async (changedSince, from) => {
    const { meta } = await desk([]).read(changes({ filters: { changedSince }, explain: true }));
    expect(meta.explain).toMatchObject({
      plan: expect.arrayContaining([`where changed or deleted in [${from} … ∞)`]),
    });
  });

  it('names nothing that is to come, or that was restored', async () => {
    const d = desk([MEETING]);
    await d.write({ mutation: { operation: 'delete', filters: { title: 'Meeting' } } });
    const later = await d.read(changes({ filters: { changedSince: 'now' } }));
    expect(later.data.deleted).toHaveLength(1);
    await expect(d.read(changes({ filters: { changedSince: 'tomorrow' } }))).rejects.toMatchObject({
      info: { path: '/query/filters/changedSince' },
    });
    await d.write({ mutation: { operation: 'undo' } });
    expect((await d.read(changes())).data.deleted).toEqual([]);
  });
});

describe('what changed since, where there is a copy', () => {
  eachWithNewCopy();

  it('names what others deleted, and since when that is known', async () => {
    await known();
    const d = deskOver([here.account]);
    server.remove('one.ics');
    server.put('two.ics', eventText('two', 'Second'));
    here.clock += 120_000;
    const { data, meta } = await d.read(
      changes({ filters: { changedSince: 'any' }, fields: ['title', 'start'] }),
    );
    expect(data.deleted).toHaveLength(1);
    expect(data.deleted).toMatchObject([{ deletedAt: '2026-11-20T13:02+01:00' }]);
    expect(meta.notes?.join(' ')).toContain('before 2026-11-20T13:00');
    server.put('one.ics');
    here.clock += 120_000;
    expect((await d.read(changes({ filters: { changedSince: 'any' } }))).data.deleted).toEqual([]);
  });
});
