import { isIncomplete } from '../../../schemas/answers/meta-lines.js';
import type { SearchHit } from '../../engine/context/service.js';
import { cleanObject } from '../../server/answers/clean-text.js';
import { printHits } from '../print/print-hits.js';
import { printUnread } from '../print/print-unread.js';
import { screenOf } from '../screen/screen.js';
import type { CommandCall } from '../shell/command.js';
import { withService } from '../shell/with-service.js';
import { tableOf } from '../table/table.js';
import { programText } from '../view/view.js';

const HIT_COLUMNS = { title: ({ title }: SearchHit) => title, id: ({ id }: SearchHit) => id };

/** `search`: events that have the words, the best first. */
export function searchWords(call: CommandCall): Promise<number> {
  return withService(call, async ({ service, context }) => {
    const found = cleanObject(await service.search({ query: call.args.join(' ') }, context));
    const isLess = isIncomplete(found);
    const forPrograms = programText(found, call.options, ({ results }) => tableOf(HIT_COLUMNS, results));
    if (forPrograms !== undefined) {
      process.stdout.write(forPrograms);
      return Number(isLess);
    }
    const screen = { ...screenOf(process.stdout, call.env), isPartial: isLess };
    process.stdout.write(`${printHits(found.results, screen)}\n`);
    const { results, total, ...rest } = found;
    process.stderr.write(
      printUnread({ ...rest, ...(total !== undefined && { total, returned: results.length }) }),
    );
    return Number(isLess);
  });
}
