import { TIME_STATS_GROUPS } from '../../../schemas/input/analysis.js';
import { printStats } from '../print/print-stats.js';
import { OWN_OPTIONS } from '../shell/options.js';
import { UsageError } from '../shell/usage-error.js';
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
          params: { groupBy: groupOf(options.by), limit: MOST_GROUPS },
        },
      },
      context,
    ),
  print: printStats,
});

function groupOf(by = 'calendar'): string {
  if (TIME_STATS_GROUPS.some((group) => group === by)) return by;
  throw new UsageError(`--by is ${OWN_OPTIONS.by.about}.`);
}
