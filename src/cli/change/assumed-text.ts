import { isDeepStrictEqual } from 'node:util';
import type { ChoiceRow, IntentRow } from '../../../schemas/answers/analysis-data.js';
import { isRecord } from '../../../schemas/model/is-record.js';
import { cell, memberOf, rowsIn } from '../../server/answers/result-rows.js';
import { whenText } from '../print/shown-event.js';

/** Defaults that everyone expects, so they need no confirmation. */
const EXPECTED = new Set(['durationMinutes', 'allDay', 'attendees']);

const FIELDS: Readonly<Record<string, string>> = {
  durationMinutes: 'length assumed',
  allDay: 'no time was given',
  title: 'no title was given',
  scope: 'which ones was not said',
};

type Assumed = IntentRow['assumed'][number];

/** True if a person should confirm an assumed value. */
export function isDoubtful({ assumed }: Pick<IntentRow, 'assumed'>): boolean {
  return rowsIn(assumed).some(({ field }) => !EXPECTED.has(field));
}

/** Describes each assumption in a few words. */
export function assumedTexts({ assumed }: Pick<IntentRow, 'assumed'>): readonly string[] {
  const texts = rowsIn(assumed).flatMap((one) => (one.field === GUEST ? [] : [assumedText(one)]));
  const filled = texts.filter((text) => text.endsWith(ASSUMED)).map((text) => text.slice(0, -ASSUMED.length));
  const others = texts.filter((text) => !text.endsWith(ASSUMED));
  return [...(filled.length === 0 ? [] : [filled.join(' and ') + ASSUMED]), ...others];
}

const ASSUMED = ' assumed';
const GUEST = 'attendees';

/** Warns about named people without an address. */
export function uninvited({ assumed }: Pick<IntentRow, 'assumed'>): readonly string[] {
  const names = rowsIn(assumed).filter(({ field }) => field === GUEST);
  return names.map(({ value }) => `${textOf(value)} is not invited: no address is known.`);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.replace(/\s+/g, ' ') : '';
}

function assumedText({ field, value, reason }: Assumed): string {
  const words = textOf(value);
  if (field === 'text') return `not understood: "${words}"`;
  if (field === 'start' && reason.startsWith('morning')) {
    const hour = Number(/T(\d\d)/.exec(words)?.[1] ?? 12);
    return `${hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'} assumed`;
  }
  return FIELDS[field] ?? reason;
}

/** Lists the other readings of the request, one line per choice. */
export function choiceLines(
  { arguments: proposed, choices }: Pick<IntentRow, 'arguments' | 'choices'>,
  today: string,
): readonly string[] {
  return rowsIn(choices).flatMap(({ path, values }) => {
    const now = path
      .split('/')
      .slice(1)
      .reduce<unknown>((part, key) => (isRecord(part) ? part[key] : undefined), proposed);
    const others = values.filter(({ value }) => !isDeepStrictEqual(value, now));
    return others.length === 0 ? [] : [`  Or: ${others.map((one) => choiceText(one, today)).join('; ')}`];
  });
}

export function choiceText(one: ChoiceRow['values'][number], today: string): string {
  const event = memberOf(one, 'event');
  const title = cell(event, 'title');
  if (title !== '') return `${title}, ${whenText({ start: event.start }, today)}`;
  const value = typeof one.value === 'string' ? one.value : JSON.stringify(one.value);
  return /^\d{4}-\d\d-\d\d/.test(value) ? whenText({ start: value }, today) : value;
}
