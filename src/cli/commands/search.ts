import { isIncomplete } from '../../../schemas/answers/meta-lines.js';
import type { SearchHit } from '../../engine/context/service.js';
import { cleanJson, cleanObject } from '../../server/answers/clean-text.js';
import { cell, rowsIn } from '../../server/answers/result-rows.js';
import { printHits } from '../print/print-hits.js';
import { printUnread } from '../print/print-unread.js';
import { screenOf } from '../screen/screen.js';
import type { CommandCall } from '../shell/command.js';
import { type CommandContext, withService } from '../shell/with-service.js';
import { EVENT_COLUMNS } from '../table/event-columns.js';
import { type RowTable, tableOf } from '../table/table.js';
import { readMatching } from '../view/read-events.js';
import { programText } from '../view/view.js';

/** Reads the events of the hits, keeping their order. */
async function eventsOf(hits: readonly SearchHit[], at: CommandContext): Promise<RowTable> {
  const ids = hits.map(({ id }) => id);
  const events = ids.length === 0 ? [] : rowsIn((await readMatching({ id: ids }, at)).data.events);
  const byId = new Map(cleanJson(events).map((row) => [cell(row, 'id'), row]));
  return tableOf(
    EVENT_COLUMNS,
    ids.flatMap((id) => byId.get(id) ?? []),
  );
}

/** `search`: finds events by words, best first. */
export function searchWords(call: CommandCall): Promise<number> {
  return withService(call, async (at) => {
    const { service, context } = at;
    const found = cleanObject(await service.search({ query: call.args.join(' ') }, context));
    const isLess = isIncomplete(found);
    const { json, tsv, format } = call.options;
    const isTable = json !== true && (tsv === true || format !== undefined);
    const table = await eventsOf(isTable ? found.results : [], at);
    const forPrograms = programText(found, call.options, () => table);
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
