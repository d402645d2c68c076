import type { IntentRow } from '../../../schemas/answers/analysis-data.js';
import { isIncomplete } from '../../../schemas/answers/meta-lines.js';
import { isRecord } from '../../../schemas/model/is-record.js';
import { cleanObject } from '../../server/answers/clean-text.js';
import { cell, memberOf, rowsIn } from '../../server/answers/result-rows.js';
import { printUnderstood } from '../print/print-understood.js';
import { printUnread } from '../print/print-unread.js';
import { screenOf } from '../screen/screen.js';
import type { CommandCall } from '../shell/command.js';
import { UsageError } from '../shell/usage-error.js';
import type { AtHand } from '../shell/with-service.js';
import { changing } from '../view/changing.js';

/** `add`: a request in plain words becomes one change; what is not sure is asked first. */
export function runAdd(call: CommandCall): Promise<number> {
  return changing(call, async (at) => {
    const { intent, isLess } = await intentOf(call.args.join(' '), at);
    const { mutation } = memberOf(intent, 'arguments');
    if (!isRecord(mutation)) throw new UsageError(whyNoChange(intent, isLess));
    process.stderr.write(`${printUnderstood(intent, screenOf(process.stderr, call.env))}\n`);
    const isSure = intent.requiresConfirmation !== true || call.options['dry-run'] === true;
    const why = whyAsked(intent);
    if (isSure || (await at.context.ask?.(`${why}.`)) === 'agreed') return mutation;
    if (at.context.ask === undefined) throw new UsageError(`${why}: to go ahead, add --yes.`);
    process.stderr.write('Nothing was changed.\n');
    return undefined;
  });
}

function whyNoChange(intent: IntentRow, isLess: boolean): string {
  return rowsIn(intent.assumed).some((one) => cell(one, 'field') === 'event')
    ? `There is no such event within 60 days of today${isLess ? ' in what could be read' : ''}.`
    : 'That is a question, not a change: try "search" or "agenda".';
}

/** Deletions are asked about even where nothing is in doubt. */
function whyAsked(intent: IntentRow): string {
  const { operation } = memberOf(memberOf(intent, 'arguments'), 'mutation');
  const doubts = [...rowsIn(intent.assumed), ...rowsIn(intent.choices)];
  return operation === 'delete' && doubts.length === 0
    ? 'This deletes the event'
    : 'This may not be what you meant';
}

/** The one thing that was understood. */
async function intentOf(
  text: string,
  { service, context }: AtHand,
): Promise<{ readonly intent: IntentRow; readonly isLess: boolean }> {
  const { data, meta } = await service.analyze(
    { analysis: { type: 'parse_text', params: { text } } },
    context,
  );
  const isLess = isIncomplete(meta);
  if (isLess) process.stderr.write(printUnread({ sources: meta.sources }));
  const [intent, ...more] = rowsIn(cleanObject(data).intents);
  if (more.length > 0) throw new UsageError('These are several requests: add them one by one.');
  if (intent === undefined) {
    const [note] = Array.isArray(meta.notes) ? meta.notes : [];
    throw new UsageError(typeof note === 'string' ? note : 'Nothing was understood.');
  }
  const isWrite = cell(intent, 'tool') === 'calendar_write';
  return { intent: isWrite ? intent : { ...intent, arguments: {} }, isLess };
}
