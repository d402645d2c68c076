import { expect, it } from 'vitest';
import { MINUTE } from '../../compilers/time/civil.js';
import type { Occurrence } from '../../schemas/model/event.js';
import { occurrence } from '../compilers/occurrence.js';
import { analysed } from './analysed.js';

it('each event of a long run of one title is looked at a few times only', () => {
  let looks = 0;
  const first = occurrence();
  const rows = Array.from({ length: 5000 }, (_, n): Occurrence => {
    const start = first.start + n * MINUTE;
    const row = { ...first, id: `e${n}`, title: 'Focus', start, end: start + MINUTE };
    return Object.defineProperty(row, 'seriesId', { get: () => void looks++, enumerable: true });
  });
  expect(analysed({ type: 'duplicates' }, rows)).toMatchObject({ total: 1 });
  expect(looks).toBeLessThan(100 * rows.length);
});
