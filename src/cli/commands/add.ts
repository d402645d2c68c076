import type { IntentRow } from '../../../schemas/answers/analysis-data.js';
import { isIncomplete } from '../../../schemas/answers/meta-lines.js';
import { isRecord } from '../../../schemas/model/is-record.js';
import { cleanObject } from '../../server/answers/clean-text.js';
import { cell, memberOf, rowsIn } from '../../server/answers/result-rows.js';
import { assumedTexts, choiceLines, isDoubtful, uninvited } from '../change/assumed-text.js';
import { changing, type Mutation } from '../change/changing.js';
import { khalWords } from '../change/khal-words.js';
import { notesForPeople } from '../print/notes-for-people.js';
import { printUnread } from '../print/print-unread.js';
import type { CommandCall } from '../shell/command.js';
import { UsageError } from '../shell/usage-error.js';
import type { AtHand } from '../shell/with-service.js';
import { todayOf } from '../view/today-of.js';

/** `add`: a request in plain words becomes one change; what is not sure is asked first. */
export function runAdd(call: CommandCall): Promise<number> {
  return changing(call, async (at) => {
    const { words, notes } = khalWords(call.args.join(' '));
    const { intent, isLess } = await intentOf(words, at);
    const { mutation } = memberOf(intent, 'arguments');
    if (!isRecord(mutation)) throw new UsageError(whyNoChange(intent, isLess));
    return {
      mutation: await inNamedCalendar(withNotes(mutation, notes), at),
      assumed: assumedTexts(intent),
      remarks: uninvited(intent),
      beside: choiceLines(intent, todayOf(at.clock)),
      isSure: intent.requiresConfirmation !== true && !isDoubtful(intent),
    };
  });
}

function withNotes(mutation: Mutation, description: string | undefined): Mutation {
  if (description === undefined || mutation.operation !== 'create') return mutation;
  return { ...mutation, data: { ...memberOf(mutation, 'data'), description } };
}

/** `in Family` names a calendar where there is one of that name, not a place. */
async function inNamedCalendar(mutation: Mutation, { service, context }: AtHand): Promise<Mutation> {
  const { location, ...data } = memberOf(mutation, 'data');
  if (typeof location !== 'string' || data.calendar !== undefined) return mutation;
  const { data: answer } = await service.read({ query: { type: 'calendars' } }, context);
  const named = rowsIn(answer.calendars).find(
    (row) => cell(row, 'name').toLowerCase() === location.toLowerCase(),
  );
  return named === undefined ? mutation : { ...mutation, data: { ...data, calendar: named.name } };
}

function whyNoChange(intent: IntentRow, isLess: boolean): string {
  return rowsIn(intent.assumed).some((one) => cell(one, 'field') === 'event')
    ? `There is no such event within 60 days of today${isLess ? ' in what could be read' : ''}.`
    : 'That is a question, not a change: try "search" or "agenda".';
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
  if (intent === undefined) throw new UsageError(notesForPeople(meta.notes)[0] ?? 'Nothing was understood.');
  const isWrite = cell(intent, 'tool') === 'calendar_write';
  return { intent: isWrite ? intent : { ...intent, arguments: {} }, isLess };
}
