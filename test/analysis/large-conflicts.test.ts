import { expect, it } from 'vitest';
import { MINUTE } from '../../compilers/time/civil.js';
import { occurrence } from '../compilers/occurrence.js';
import { analysed, NOW } from './analysed.js';

it('of a conflict of many events only those that are named are moved', () => {
  const start = Date.parse(NOW) + 10 * MINUTE;
  // The ninth has nobody on it, so it would be the first to give way.
  const rows = Array.from({ length: 9 }, (_, n) =>
    occurrence({
      id: `e${n}`,
      start: start + n * MINUTE,
      end: start + 20 * MINUTE,
      attendees: n === 8 ? [] : [{ email: 'ana@example.org', response: 'accepted', role: 'required' }],
    }),
  );
  const { conflicts } = analysed({ type: 'conflicts' }, rows, rows);
  const [{ events, more, resolve } = { events: [], more: 0, resolve: undefined }] = conflicts as {
    readonly events: readonly { readonly id: string }[];
    readonly more: number;
    readonly resolve?: readonly { readonly move: string }[];
  }[];
  expect(more).toBe(1);
  expect(events.map(({ id }) => id)).toEqual(
    expect.arrayContaining(resolve?.map(({ move }) => move) ?? ['none']),
  );
});
