import type { MutationInput } from '../../../schemas/input/mutation.js';
import type { CalendarError } from '../../../schemas/model/error.js';
import { isRecord } from '../../../schemas/model/is-record.js';

/** Longest call that an error repeats, in characters. */
export const LONGEST_CALL = 4000;

/**
 * Uses the caller's own call with one change (a scope, a calendar, a time) as the example of an error, so a
 * model that copies it changes nothing else.
 */
export function exampleFromCall(error: CalendarError, mutation: MutationInput): CalendarError {
  const answer = correctedCall(error, mutation);
  if (answer === undefined) return error;
  const example = { mutation: answer };
  return JSON.stringify(example).length > LONGEST_CALL ? error : error.with({ example });
}

/** The call with the first answer that the error offers. */
function correctedCall({ code, info }: CalendarError, mutation: MutationInput): unknown {
  if (mutation.operation === 'batch') return undefined;
  const { callPatch } = info;
  if (callPatch !== undefined) return corrected({ ...mutation }, { ...callPatch });
  const [first] = info.didYouMean ?? [];
  if (code === 'SCOPE_REQUIRED') return first === undefined ? undefined : { ...mutation, scope: first };
  const isOpen = code === 'AMBIGUOUS_TARGET' && info.path === '/mutation/data/calendar';
  if (!isOpen || first === undefined || mutation.operation !== 'create') return undefined;
  return { ...mutation, data: { ...mutation.data, calendar: first } };
}

type Fields = Readonly<Record<string, unknown>>;

/** Fields that an id replaces. */
const OF_FILTERS: ReadonlySet<string> = new Set(['filters', 'each', 'atomic', 'pick']);

/** Applies a patch to the call: objects are merged, and an id replaces filters. */
function corrected(mutation: Fields, callPatch: Fields): Fields {
  const kept = Object.entries(mutation).filter(([key]) => callPatch.id === undefined || !OF_FILTERS.has(key));
  const other = Object.entries(callPatch).map(([key, value]): [string, unknown] => {
    const own = mutation[key];
    return [key, isRecord(own) && isRecord(value) ? { ...own, ...value } : value];
  });
  return { ...Object.fromEntries(kept), ...Object.fromEntries(other) };
}
