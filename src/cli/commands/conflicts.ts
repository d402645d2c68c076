import { printConflicts } from '../print/print-conflicts.js';
import { showing } from '../view/view.js';

const MOST_GROUPS = 50;

/** `conflicts`: what overlaps, and what could move. */
export const runConflicts = showing({
  period: 'next 7 days',
  ask: (when, { service, context }) =>
    service.analyze(
      { analysis: { type: 'conflicts', scope: { when }, params: { limit: MOST_GROUPS } } },
      context,
    ),
  print: ({ data }, page) => printConflicts(data, page),
});
