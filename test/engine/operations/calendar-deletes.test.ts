import { beforeEach, describe, expect, it } from 'vitest';
import type { ErrorCode } from '../../../schemas/model/error.js';
import type { StateStore } from '../../../src/ports/state-store.js';
import { fixedClock } from '../../../src/system/system-clock.js';
import { createMemoryStore } from '../../reference/memory-store.js';
import { failureOf } from '../../thrown.js';
import { type Desk, deskOver } from '../service-on-memory.js';
import {
  agreedTo,
  backend,
  calendar,
  choir,
  desk,
  eachOnNewAccount,
  names,
  pass,
  rehearsal,
  remove,
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

    it('only when a person agreed to it', async () => {
      const { code, info, message } = await failureOf(remove(desk));
      expect([code, info.outcome]).toEqual(['CONFIRMATION_REQUIRED', 'not_applied']);
      const { pendingAction } = info;
      expect(pendingAction).toMatchObject({
        token: expect.stringMatching(/^c[\w-]{59}$/),
        description:
          'A calendar with 3 events would be deleted. The events can be restored. ' + 'This is always asked.',
        preview: { calendar: { name: 'Choir' }, events: 3, recoverable: true },
        expiresAt: '2026-11-23T09:10+01:00',
        destructive: true,
      });
      expect(message + info.suggestion + pendingAction?.description).not.toContain('Choir');
      expect(await titles(desk)).toHaveLength(3);
      const { data } = await remove(desk, { confirmToken: pendingAction?.token });
      expect(data).toMatchObject({
        outcome: 'applied',
        calendar: { name: 'Choir' },
        events: 3,
        recoverable: true,
        undoToken: expect.any(String),
      });
      expect(await names(desk)).toEqual(['Work']);
      expect(await titles(desk)).toEqual([]);
      expect(await titles(desk, { deleted: true })).toEqual(['One', 'Three', 'Two']);
    });

    it('and told what goes with it: series, how long they are, and what is over', async () => {
      await desk.write({
        mutation: {
          operation: 'create',
          data: {
            ...{ title: 'Weekly', start: '2026-11-09T19:00', durationMinutes: 90, calendar: 'Choir' },
            recurrence: { frequency: 'weekly', count: 6 },
          },
        },
      });
      const { info } = await failureOf(remove(desk));
      expect(info.pendingAction?.description).toMatch(
        /^A calendar with 4 events .* 3 events and 1 whole series \(.*6 occurrences, 2 past\) would be deleted\./,
      );
    });

    it('after a dry run, with its token', async () => {
      const { data } = await remove(desk, { dryRun: true });
      expect(data).toMatchObject({ outcome: 'not_applied', events: 3, confirmToken: expect.any(String) });
      expect(Object.keys(Object(data.pendingAction))).toEqual([
        'description',
        'because',
        'expiresAt',
        'destructive',
      ]);
      await remove(desk, { confirmToken: data.confirmToken, idempotencyKey: 'x' });
      expect(await names(desk)).toEqual(['Work']);
    });

    it.each<[string, (desk: Desk, token: string) => Promise<object>, ErrorCode?]>([
      ['is none', async () => ({ confirmToken: 'nonsense' })],
      [
        'is for another calendar',
        async (on) => {
          const other = await failureOf(
            on.write({ mutation: { ...calendar, operation: 'delete', id: 'Work' } }),
          );
          return { confirmToken: other.info.pendingAction?.token };
        },
      ],
      ['is for another way of deleting', async (_on, token) => ({ confirmToken: token, soft: false })],
      [
        'has expired',
        async (_on, token) => {
          pass(10 * 60_000);
          return { confirmToken: token };
        },
        'CONFIRMATION_EXPIRED',
      ],
      [
        'was given before an event was added',
        async (on, token) => {
          await rehearsal(on, 'Four');
          return { confirmToken: token };
        },
        'CONFLICT',
      ],
      [
        'was given before an event was changed',
        async (on, token) => {
          const { data } = await on.read({ query: { type: 'events', filters: { title: 'One' } } });
          const [{ id }] = data.events as [{ id: string }];
          await on.write({ mutation: { operation: 'update', id, changes: { title: 'Uno' } } });
          return { confirmToken: token };
        },
        'CONFLICT',
      ],
      [
        'was given before it was renamed',
        async (on, token) => {
          await on.write({
            mutation: { ...calendar, operation: 'update', id: 'Choir', changes: { title: 'choir' } },
          });
          return { confirmToken: token };
        },
        'CONFLICT',
      ],
    ])('not with a token that %s', async (_what, given, code = 'CONFIRMATION_INVALID') => {
      const more = await given(desk, await agreedTo(desk));
      const before = await titles(desk);
      const error = await failureOf(remove(desk, more));
      expect([error.code, error.info.outcome]).toEqual([code, 'not_applied']);
      expect(error.info.suggestion).toContain('without confirmToken');
      expect(await titles(desk)).toEqual(before);
      expect(await titles(desk, { deleted: true })).toEqual([]);
    });

    it('once, of two calls at the same time', async () => {
      const confirmToken = await agreedTo(desk);
      const results = await Promise.allSettled([1, 2].map(() => remove(desk, { confirmToken })));
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    });

    it('for good when the person wants it, and undo says so', async () => {
      const confirmToken = await agreedTo(desk, { soft: false });
      const { data } = await remove(desk, { soft: false, confirmToken });
      expect(data).toMatchObject({ outcome: 'applied', recoverable: false });
      expect(data).not.toHaveProperty('undoToken');
      expect(await titles(desk, { deleted: true })).toEqual([]);
      const error = await failureOf(desk.write({ mutation: { operation: 'undo' } }));
      expect([error.code, error.info.outcome]).toEqual(['UNSUPPORTED', 'not_applied']);
    });

    it('not when something came in after the person agreed, while the rest was kept', async () => {
      let added = false;
      const shared = createMemoryStore(fixedClock('2026-11-23T08:00:00Z', zone()));
      const slow: StateStore = {
        ...shared,
        put: async (key, value, options) => {
          if (key.startsWith('trash/') && !added) {
            added = true;
            await rehearsal(desk, 'Late');
          }
          return shared.put(key, value, options);
        },
      };
      const keeping = deskOver([backend], {}, undefined, () => slow);
      const error = await failureOf(remove(keeping, { confirmToken: await agreedTo(keeping) }));
      expect([error.code, error.info.outcome]).toEqual(['CONFLICT', 'not_applied']);
      expect(await titles(keeping)).toEqual(['Late', 'One', 'Three', 'Two']);
      expect(await titles(keeping, { deleted: true })).toEqual([]);
    });
  });
});
