import type { IntentRow } from '../../../schemas/answers/analysis-data.js';
import { isIncomplete } from '../../../schemas/answers/meta-lines.js';
import { isRecord } from '../../../schemas/model/is-record.js';
import { cleanObject } from '../../server/answers/clean-text.js';
import { cell, memberOf, rowsIn } from '../../server/answers/result-rows.js';
import { assumedTexts, choiceLines, isDoubtful, uninvited } from '../change/assumed-text.js';
import { changing, type Mutation } from '../change/changing.js';
import { resolveChoices } from '../change/choose-meant.js';
import {
  calendarNear,
  calendarOf,
  calendarRows,
  endingIn,
  placedIn,
  takesOnlyTasks,
} from '../change/named-calendar.js';
import { notesForPeople } from '../print/notes-for-people.js';
import { printUnread } from '../print/print-unread.js';
import type { CommandCall } from '../shell/command.js';
import { UsageError } from '../shell/usage-error.js';
import type { CommandContext } from '../shell/with-service.js';
import { todayOf } from '../view/today-of.js';

/** `add`: turns a plain-language request into one change; asks if it is unsure. */
export function runAdd(call: CommandCall): Promise<number> {
  return changing(call, async (at) => {
    const { mutation, intent, near } = await requestIn(call.args.join(' '), call, at);
    return {
      mutation,
      assumed: assumedTexts(intent),
      remarks: [...uninvited(intent), ...(near === undefined ? [] : [nearText(mutation, near)])],
      beside: choiceLines(intent, todayOf(at.clock)),
      isSure: intent.requiresConfirmation !== true && !isDoubtful(intent) && near === undefined,
    };
  });
}

interface Request {
  readonly mutation: Mutation;
  readonly intent: IntentRow;
  /** A calendar whose name resembles the location. */
  readonly near?: string | undefined;
}

/** Reads the request. Creates a task if the named calendar accepts only tasks. */
async function requestIn(words: string, call: CommandCall, at: CommandContext): Promise<Request> {
  const only = call.flags.calendar;
  const rows = only !== undefined || / in \S/i.test(words) ? await calendarRows(at) : [];
  const { bare, named } = endingIn(words, rows);
  const list = named ?? calendarOf(only ?? '', rows);
  const request = await changeIn(bare, call, at);
  const isNew = request.mutation.operation === 'create';
  if (!isNew) return named === undefined ? request : changeIn(words, call, at);
  if (list === undefined || !takesOnlyTasks(list) || request.mutation.type === 'task') {
    const place = calendarOf(cell(memberOf(request.mutation, 'data'), 'location'), rows);
    const near = calendarNear(request.mutation, rows);
    return {
      ...request,
      mutation: placedIn(request.mutation, named ?? place),
      near: place ? undefined : near,
    };
  }
  const task = await changeIn(`task: ${bare}`, call, at);
  if (task.mutation.type === 'task') return { ...task, mutation: placedIn(task.mutation, list) };
  throw new UsageError(`"${cell(list, 'name')}" takes only tasks: calendar-mcp add "task: buy milk friday".`);
}

async function changeIn(words: string, call: CommandCall, at: CommandContext): Promise<Request> {
  const { intent, isLess } = await intentOf(words, at);
  if (!isRecord(intent.arguments.mutation) || (namesNone(intent) && !isLess))
    throw new UsageError(whyNoChange(intent, isLess));
  return resolveChoices(intent, call, at);
}

function nearText(mutation: Mutation, near: string): string {
  const place = cell(memberOf(mutation, 'data'), 'location');
  return `"${place}" is taken for a place; for the calendar, say "in ${near}".`;
}

/** True if the named event was not found. */
function namesNone(intent: IntentRow): boolean {
  return rowsIn(intent.assumed).some((one) => cell(one, 'field') === 'event');
}

function whyNoChange(intent: IntentRow, isLess: boolean): string {
  return namesNone(intent)
    ? `There is no such event within 60 days of today${isLess ? ' in what could be read' : ''}.`
    : 'That is a question, not a change: try "search" or "agenda".';
}

/** Parses exactly one request. */
async function intentOf(
  text: string,
  { service, context }: CommandContext,
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
