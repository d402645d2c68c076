import { printStats } from '../print/print-stats.js';
import { showing } from '../view/view.js';

const MOST_GROUPS = 100;

/** `stats`: hours by calendar, or by what `--by` says. */
export const runStats = showing({
  period: 'this month',
  ask: (when, { service, context }, { options }) =>
    service.analyze(
      {
        analysis: {
          type: 'time_stats',
          scope: { when },
          params: { groupBy: options.by ?? 'calendar', limit: MOST_GROUPS },
        },
      },
      context,
    ),
  print: printStats,
});
