import type { EventChanges, WritePlan } from '../../compilers/plan/write-plan.js';
import { contextAt } from './compile-context.js';
import { planOfWrite } from './plan-of.js';

export const write = (mutation: object, changes = {}): WritePlan =>
  planOfWrite({ mutation }, contextAt(undefined, changes));

export function create(data: object): EventChanges {
  const plan = write({
    operation: 'create',
    data: { title: 'Planning', start: '2026-11-24T09:00', ...data },
  });
  if (plan.kind !== 'create') throw new Error('not a create');
  return plan.data;
}

export function update(changes: object): EventChanges {
  const plan = write({ operation: 'update', id: 'k3', changes });
  if (plan.kind !== 'update') throw new Error('not an update');
  return plan.changes;
}
