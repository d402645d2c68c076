import { beforeEach, describe, expect, it } from 'vitest';
import type { Backend } from '../../../src/ports/backend.js';
import { fixedClock } from '../../../src/system/system-clock.js';
import { createMemoryStore } from '../../reference/memory-store.js';
import { failureOf } from '../../thrown.js';
import { deskOver } from '../service-on-memory.js';
import {
  agreedTo,
  backend,
  choir,
  desk,
  eachOnNewAccount,
  names,
  rehearsal,
  remove,
  stored,
  titles,
  zone,
} from './calendar-desk.js';

describe.each(['memory', 'local'])('calendars on %s', (kind) => {
  eachOnNewAccount(kind);

  describe('are deleted', () => {
    beforeEach(async () => {
      await choir(desk);
      for (const title of ['One', 'Two', 'Three']) await rehearsal(desk, title);
    });

    it('and brought back with everything in them', async () => {
      const before = await stored(backend, 'Choir');
      const { data } = await remove(desk, { confirmToken: await agreedTo(desk) });
      const shown = await desk.write({ mutation: { operation: 'undo', dryRun: true } });
      expect(shown.data.undone).toMatchObject([{ did: 'calendar-deleted', events: 3 }]);
      const undone = await desk.write({ mutation: { operation: 'undo', undoToken: data.undoToken } });
      expect(undone.data).toMatchObject({
        outcome: 'applied',
        undone: [{ did: 'calendar-deleted', events: 3 }],
        calendar: { name: 'Choir', color: '#3366cc' },
      });
      expect(await stored(backend, 'Choir')).toEqual(before);
      expect(await titles(desk)).toEqual(['One', 'Three', 'Two']);
      expect(await titles(desk, { deleted: true })).toEqual([]);
      const again = await failureOf(
        desk.write({ mutation: { operation: 'undo', undoToken: data.undoToken } }),
      );
      expect(again.code).toBe('NOT_FOUND');
      // A folder has its old name again, so earlier writes can be undone as well.
      await desk.write({ mutation: { operation: 'undo' } });
      expect(await titles(desk)).toHaveLength(2);
    });

    it('and brought back by an undo that was killed and repeated', async () => {
      let left = Number.POSITIVE_INFINITY;
      const mortal: Backend = {
        ...backend,
        apply: async (call, signal) => {
          if (--left < 0) throw new Error('killed');
          return backend.apply(call, signal);
        },
      };
      const desk = deskOver([mortal]);
      const { data } = await remove(desk, { confirmToken: await agreedTo(desk) });
      const undo = { mutation: { operation: 'undo', undoToken: data.undoToken } };
      left = 1;
      await expect(desk.write(undo)).rejects.toThrow('killed');
      left = Number.POSITIVE_INFINITY;
      const undone = await desk.write(undo);
      expect(undone.data).toMatchObject({ outcome: 'applied', calendar: { name: 'Choir' } });
      expect(undone.meta.notes).toEqual([expect.stringContaining('already existed')]);
      expect((await names(desk)).sort()).toEqual(['Choir', 'Work']);
      expect(await titles(desk)).toEqual(['One', 'Three', 'Two']);
    });

    it('and brought back next to another one of the same name, which ids tell apart', async () => {
      const { data } = await remove(desk, { confirmToken: await agreedTo(desk) });
      await choir(desk);
      await desk.write({ mutation: { operation: 'undo', undoToken: data.undoToken } });
      const listed = await desk.read({ query: { type: 'calendars' } });
      const ids = (listed.data.calendars as { id: string; name: string }[])
        .filter(({ name }) => name === 'Choir')
        .map(({ id }) => id);
      expect(ids).toHaveLength(2);
      const { code, info } = await failureOf(rehearsal(desk, 'Where'));
      expect([code, info.didYouMean?.toSorted()]).toEqual(['AMBIGUOUS_TARGET', ids.toSorted()]);
    });

    it('and stay so where the server has been restricted since', async () => {
      const state = createMemoryStore(fixedClock('2026-11-23T08:00:00Z', zone()));
      const free = deskOver([backend], {}, undefined, () => state);
      await remove(free, { confirmToken: await agreedTo(free) });
      const restricted = deskOver([backend], { calendar: 'Work' }, undefined, () => state);
      for (const dryRun of [true, false]) {
        const error = await failureOf(restricted.write({ mutation: { operation: 'undo', dryRun } }));
        // A calendar that is hidden by now has no writes either.
        expect([error.code, error.info.outcome]).toEqual(['NOT_FOUND', 'not_applied']);
      }
      expect(await names(free)).toEqual(['Work']);
    });

    it('while single events can still be restored elsewhere', async () => {
      const removed = await remove(desk, { confirmToken: await agreedTo(desk) });
      const { data } = await desk.read({
        query: { type: 'events', filters: { deleted: true, title: 'Two' } },
      });
      const [{ id }] = data.events as [{ id: string }];
      const error = await failureOf(desk.write({ mutation: { operation: 'restore', id } }));
      expect([error.code, error.info.outcome]).toEqual(['CALENDAR_NOT_FOUND', 'not_applied']);
      expect(error.info.example).toEqual({ mutation: { operation: 'restore', id, calendar: 'Work' } });
      const restored = await desk.write(error.info.example);
      expect(restored.data).toMatchObject({ event: { title: 'Two', calendar: 'Work' } });
      expect(await titles(desk, { deleted: true })).toEqual(['One', 'Three']);
      // It is not brought back a second time with its calendar.
      const undone = await desk.write({
        mutation: { operation: 'undo', undoToken: removed.data.undoToken },
      });
      expect(undone.data.undone).toMatchObject([{ did: 'calendar-deleted', events: 2 }]);
      expect(undone.meta.notes).toEqual([expect.stringContaining('stay where they are')]);
      expect(await titles(desk)).toEqual(['One', 'Three', 'Two']);
    });
  });
});
