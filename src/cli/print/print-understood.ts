import type { IntentRow } from '../../../schemas/answers/analysis-data.js';
import { cell, memberOf, rowsIn } from '../../server/answers/result-rows.js';
import type { Screen } from '../screen/screen.js';
import { wrap } from '../screen/text-width.js';

/** How a request was read: the change with its values, what was assumed, and what else it can mean. */
export function printUnderstood(intent: IntentRow, { paint, width }: Screen): string {
  const mutation = memberOf(memberOf(intent, 'arguments'), 'mutation');
  const values = { ...memberOf(mutation, 'data'), ...memberOf(mutation, 'changes') };
  const event = memberOf(intent, 'event');
  const lines = [
    `${cell(mutation, 'operation')} ${[cell(event, 'title'), cell(event, 'start')].filter((part) => part !== '').join(', ')}`,
    ...Object.entries(values).map(([name, value]) => `  ${name}: ${textOf(value)}`),
    ...rowsIn(intent.assumed).map((one) => `  assumed ${cell(one, 'field')}: ${cell(one, 'reason')}`),
    ...rowsIn(intent.choices).map(
      (one) =>
        `  or: ${rowsIn(one.values)
          .map(({ value, event: { title = value } = {} }) => textOf(title))
          .join(', ')}`,
    ),
  ];
  return lines
    .flatMap((line) => wrapped(line, width))
    .map((line, at) => (at === 0 ? line : paint('dim', line)))
    .join('\n');
}

function wrapped(line: string, width: number): readonly string[] {
  return wrap(line.trimEnd(), width);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.replace(/\s+/g, ' ') : JSON.stringify(value);
}
