import { expect, it } from 'vitest';
import { copiesIn } from '../../../src/cli/print/audit-rows.js';

it('knows what a copy was made of, so that it has a title once it is undone', () => {
  const made = (operations: readonly object[], id: string) => ({
    type: 'ended',
    operations,
    changes: [{ did: 'create', id, calendar: 'c' }],
  });
  const copies = copiesIn([
    made([{ operation: 'copy', id: 'source' }], 'copy'),
    made([{ operation: 'create' }], 'new'),
    // Of several operations nobody can tell whose the change is.
    made([{ operation: 'copy', id: 'source' }, { operation: 'create' }], 'either'),
  ]);
  expect([...copies]).toEqual([['copy', 'source']]);
});
