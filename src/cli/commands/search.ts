import { cleanObject } from '../../server/answers/clean-text.js';
import { rowsIn } from '../../server/answers/result-rows.js';
import { printHits } from '../print/print-hits.js';
import { printUnread } from '../print/print-unread.js';
import { screenOf } from '../screen/screen.js';
import type { CommandCall } from '../shell/command.js';
import { withService } from '../shell/with-service.js';

/** `search`: events that have the words, the best first. */
export function searchWords(call: CommandCall): Promise<number> {
  return withService(call, async ({ service, context }) => {
    const found = cleanObject(await service.search({ query: call.args.join(' ') }, context));
    if (call.options.json === true) {
      process.stdout.write(`${JSON.stringify(found, undefined, 2)}\n`);
      return 0;
    }
    process.stdout.write(`${printHits(rowsIn(found.results), screenOf(process.stdout, call.env))}\n`);
    const total =
      typeof found.total === 'number' ? { total: found.total, returned: rowsIn(found.results).length } : {};
    process.stderr.write(printUnread({ sources: found.sources, ...total }));
    return 0;
  });
}
