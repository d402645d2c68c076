import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CalendarError } from '../../../schemas/model/error.js';
import { createLocalBackend } from '../../../src/backends/local/local-backend.js';
import { createRecordCache } from '../../../src/calendar/read/record-cache.js';
import { zoneOf } from '../../../src/calendar/zones/zone.js';
import { fixedClock } from '../../../src/system/system-clock.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { createMemoryStore } from '../../reference/memory-store.js';
import { failureOf } from '../../thrown.js';
import { deskOver, event, ics } from '../service-on-memory.js';
import {
  agreedTo,
  calendar,
  choir,
  localIn,
  names,
  rehearsal,
  remove,
  stored,
  titles,
  zone,
} from './calendar-desk.js';

describe('a calendar that cannot be kept whole', () => {
  it('is deleted only for good', async () => {
    const objects = [ics(...event('UID:1', 'DTSTART:20261124T090000Z', 'SUMMARY:One')), 'nonsense'];
    const desk = deskOver([createMemoryBackend({ name: 'a', calendars: [{ name: 'Choir', objects }] })]);
    const error = await failureOf(remove(desk));
    expect([error.code, error.info.outcome]).toEqual(['UNREADABLE_OBJECT', 'not_applied']);
    const { info } = await failureOf(remove(desk, { soft: false }));
    expect(info.pendingAction?.preview).toMatchObject({ events: 2, unreadable: 1, recoverable: false });
    expect(info.pendingAction?.description).toBe(
      'A calendar with 2 events would be deleted. This cannot be undone. This is always asked.',
    );
    await remove(desk, { soft: false, confirmToken: info.pendingAction?.token });
  });

  it('or is too large', async () => {
    const objects = Array.from({ length: 2001 }, (_, at) =>
      ics(...event(`UID:${at}`, 'DTSTART:20261124T090000Z', `SUMMARY:${at}`)),
    );
    const desk = deskOver([createMemoryBackend({ name: 'a', calendars: [{ name: 'Choir', objects }] })]);
    const error = await failureOf(remove(desk));
    expect([error.code, error.info.path]).toEqual(['UNSUPPORTED', '/mutation/soft']);
    expect(error.info.suggestion).toContain('soft false');
  });
});

describe('when something fails', () => {
  const full = () =>
    createMemoryBackend({
      name: 'a',
      calendars: [
        { name: 'Work', objects: [] },
        {
          name: 'Choir',
          objects: Array.from({ length: 20 }, (_, at) =>
            ics(...event(`UID:${at}`, 'DTSTART:20261124T090000Z', `SUMMARY:${at}`)),
          ),
        },
      ],
    });

  it('nothing stays in the trash when the calendar was not deleted', async () => {
    const inner = full();
    const desk = deskOver([
      {
        ...inner,
        applyCalendar: async () => {
          throw new CalendarError('UPSTREAM_ERROR', 'The server failed.', { outcome: 'not_applied' });
        },
      },
    ]);
    const error = await failureOf(remove(desk, { confirmToken: await agreedTo(desk) }));
    expect([error.code, error.info.outcome]).toEqual(['UPSTREAM_ERROR', 'not_applied']);
    expect(await titles(desk, { deleted: true })).toEqual([]);
  });

  it('everything stays in the trash when nobody knows', async () => {
    const inner = full();
    const desk = deskOver([
      {
        ...inner,
        applyCalendar: async (call, signal) => {
          await inner.applyCalendar?.(call as never, signal);
          throw new CalendarError('OUTCOME_UNKNOWN', 'The answer was lost.', { outcome: 'unknown' });
        },
      },
    ]);
    const error = await failureOf(remove(desk, { confirmToken: await agreedTo(desk) }));
    expect(error.info.outcome).toBe('unknown');
    expect(await titles(desk, { deleted: true })).toHaveLength(20);
  });

  it('everything is put back when the undo cannot be kept', async () => {
    const inner = full();
    const before = await stored(inner, 'Choir');
    const desk = deskOver([inner], {}, undefined, (state) => ({
      ...state,
      put: async (key, value, options) => {
        if (key.startsWith('undo/')) throw new CalendarError('STORAGE_FULL', 'The disk is full.');
        return state.put(key, value, options);
      },
    }));
    const error = await failureOf(remove(desk, { confirmToken: await agreedTo(desk) }));
    expect([error.code, error.info.outcome]).toEqual(['STORAGE_FULL', 'not_applied']);
    const contents = (list: readonly string[]) => list.map((one) => one.slice(one.indexOf('\n'))).sort();
    expect(contents(await stored(inner, 'Choir'))).toEqual(contents(before));
    expect(await titles(desk, { deleted: true })).toEqual([]);
  });

  it('nothing is deleted when the events cannot be kept', async () => {
    const inner = full();
    const desk = deskOver([inner], {}, undefined, (state) => {
      let room = 7;
      return {
        ...state,
        put: async (key, value, options) => {
          if (key.startsWith('trash/') && room-- === 0) {
            throw new CalendarError('STORAGE_FULL', 'The disk is full.');
          }
          return state.put(key, value, options);
        },
      };
    });
    const error = await failureOf(remove(desk, { confirmToken: await agreedTo(desk) }));
    expect([error.code, error.info.outcome]).toEqual(['STORAGE_FULL', 'not_applied']);
    expect(await titles(desk)).toHaveLength(20);
    expect(await titles(desk, { deleted: true })).toEqual([]);
  });

  it('an undo goes on where it stopped', async () => {
    const inner = full();
    let broken = 0;
    const desk = deskOver([
      {
        ...inner,
        apply: async (call, signal) => {
          if (broken > 0 && broken-- % 2 === 0) {
            throw new CalendarError('UNAVAILABLE', 'The server is away.', { outcome: 'not_applied' });
          }
          return inner.apply(call as never, signal);
        },
      },
    ]);
    const { data } = await remove(desk, { confirmToken: await agreedTo(desk) });
    const undo = { mutation: { operation: 'undo', undoToken: data.undoToken } };
    broken = 20;
    const error = await failureOf(desk.write(undo));
    expect([error.code, error.info.outcome]).toEqual(['UNAVAILABLE', 'unknown']);
    expect(error.info.details).toEqual({ undone: 11, left: 10 });
    expect(await titles(desk)).toHaveLength(10);
    expect((await desk.write(undo)).data).toMatchObject({ outcome: 'applied' });
    expect(await titles(desk)).toHaveLength(20);
    expect(await titles(desk, { deleted: true })).toEqual([]);
  });

  it('a default calendar that was made anew takes its events back', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'calendars-'));
    try {
      const state = createMemoryStore(fixedClock('2026-11-23T08:00:00Z', zone()));
      const desk = deskOver([localIn(dir)], {}, undefined, () => state);
      await desk.write({
        mutation: { operation: 'create', data: { title: 'One', start: '2026-11-24T19:00' } },
      });
      const call = { mutation: { ...calendar, operation: 'delete', id: 'Calendar' } };
      const confirmToken = (await failureOf(desk.write(call))).info.pendingAction?.token;
      await desk.write({ mutation: { ...call.mutation, confirmToken } });
      const later = deskOver([localIn(dir)], {}, undefined, () => state);
      expect(await names(later)).toEqual(['Calendar']);
      await later.write({ mutation: { operation: 'undo' } });
      expect(await names(later)).toEqual(['Calendar']);
      expect(await titles(later)).toEqual(['One']);
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  });

  it('a local calendar stays in the trash folder as it was', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'calendars-'));
    try {
      const desk = deskOver([
        createLocalBackend({ name: 'a', dir, recordOf: createRecordCache(zoneOf).recordOf }),
      ]);
      await choir(desk);
      await rehearsal(desk, 'One');
      await remove(desk, { confirmToken: await agreedTo(desk, { soft: false }), soft: false });
      const [folder = ''] = await readdir(join(dir, '.trash'));
      const files = (await readdir(join(dir, '.trash', folder))).filter((name) => name.endsWith('.ics'));
      expect(await readFile(join(dir, '.trash', folder, files[0] ?? ''), 'utf8')).toContain('SUMMARY:One');
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  });
});
