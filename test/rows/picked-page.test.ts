import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ReadPlan } from '../../compilers/plan/read-plan.js';
import type { Occurrence } from '../../schemas/model/event.js';
import { sortPage } from '../../src/rows/sort-page.js';

const never = () => undefined;
const rowsOf = (starts: readonly number[]) =>
  starts.map((start, at) => ({ start, end: start, id: `id-${at}`, title: `T${start % 3}` }) as Occurrence);

it('a page that is picked out of many rows is the one of all of them sorted', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(20), { minLength: 40, maxLength: 200 }),
      fc.nat(3),
      fc.constantFrom('start', 'title'),
      fc.constantFrom('asc', 'desc'),
      async (starts, offset, field, order) => {
        const rows = rowsOf(starts);
        const page = (from: number, limit: number) =>
          sortPage(rows, { sort: [{ field, order }], offset: from, limit } as never as ReadPlan, never);
        const all = await page(0, rows.length);
        const picked = await page(offset, 2);
        expect(picked.rows).toEqual(all.rows.slice(offset, offset + 2));
        expect(picked.total).toBe(rows.length);
      },
    ),
  );
});
