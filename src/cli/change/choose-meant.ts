import type { ChoiceRow, IntentRow } from '../../../schemas/answers/analysis-data.js';
import { isRecord } from '../../../schemas/model/is-record.js';
import { cell, memberOf, rowsIn } from '../../server/answers/result-rows.js';
import { isAtTerminal } from '../shell/ask-line.js';
import type { CommandCall } from '../shell/command.js';
import type { CommandContext } from '../shell/with-service.js';
import { todayOf } from '../view/today-of.js';
import { choiceText } from './assumed-text.js';
import type { Mutation } from './changing.js';
import { chosenLine, pickById } from './pick-row.js';

/** Path of the event in an ambiguous request. */
const EVENT = '/mutation/filters';

/** Asks the person about each choice. Choices stay open if asking is impossible. */
export async function resolveChoices(
  intent: IntentRow,
  { options }: CommandCall,
  at: CommandContext,
): Promise<{ readonly mutation: Mutation; readonly intent: IntentRow }> {
  let mutation = memberOf(intent.arguments, 'mutation');
  let left = intent;
  const canAsk = isAtTerminal() && options.yes !== true && options['dry-run'] !== true;
  for (const choice of rowsIn(intent.choices)) {
    const isEvent = choice.path === EVENT;
    if (!isEvent && !canAsk) continue;
    mutation = isEvent
      ? await withEvent(mutation, choice, at)
      : withValue(mutation, keysOf(choice), await chosenOf(choice, at));
    left = without(left, choice);
  }
  return { mutation, intent: left };
}

async function withEvent({ filters: _, ...rest }: Mutation, { values }: ChoiceRow, at: CommandContext) {
  const ids = values.map(({ value }) => cell(isRecord(value) ? value : {}, 'id'));
  const { id } = await pickById(ids, commandFor(rest), at);
  return { ...rest, id, ...(String(id).includes('/') && rest.scope === undefined && { scope: 'this' }) };
}

/** Names the equivalent command for an event given by ID. */
function commandFor(mutation: Mutation): string {
  if (mutation.operation === 'delete') return 'rm ID';
  if (mutation.operation === 'respond') return 'rsvp yes ID';
  const { start } = memberOf(mutation, 'changes');
  return typeof start === 'string' ? `move ID to ${start.replace('T', ' ')}` : 'edit ID NAME=VALUE';
}

async function chosenOf({ values }: ChoiceRow, { clock }: CommandContext): Promise<unknown> {
  const lines = values.map((one, index) => `  ${index + 1}  ${choiceText(one, todayOf(clock))}`);
  return values[await chosenLine(lines, lines.length)]?.value;
}

/** Splits `/mutation/data/start` into the keys below the mutation. */
function keysOf({ path }: ChoiceRow): readonly string[] {
  return path.split('/').slice(2);
}

function withValue(mutation: Mutation, [key = '', ...more]: readonly string[], value: unknown): Mutation {
  const below = more.length === 0 ? value : withValue(memberOf(mutation, key), more, value);
  return { ...mutation, [key]: below };
}

/** Drops the assumption and the choice of a field that the person decided. */
function without(intent: IntentRow, { path }: ChoiceRow): IntentRow {
  const field = path.split('/').at(-1);
  return {
    ...intent,
    assumed: intent.assumed.filter((one) => one.field !== field),
    choices: rowsIn(intent.choices).filter((one) => one.path !== path),
  };
}
