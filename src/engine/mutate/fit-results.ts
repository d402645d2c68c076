import { counted } from '../../../schemas/model/counted.js';
import { isRecord } from '../../../schemas/model/is-record.js';
import { estimateTokens } from '../../rows/estimate-tokens.js';
import type { Success } from '../context/service.js';
import { withNotes } from '../read/fit-answer.js';

/** Limits the results of a batch to about so many tokens, failures first; the others keep only their outcome. */
export function fitResults(answer: Success, mostTokens = Number.POSITIVE_INFINITY): Success {
  const { results } = answer.data;
  if (!Array.isArray(results)) return answer;
  const full = results.filter(isRecord);
  const brief = full.map(outcomeOf);
  let room = mostTokens - FOR_THE_REST - brief.reduce((sum, one) => sum + tokensOf(one), 0);
  const fitted = full.map((result, at) => {
    const short = brief[at] ?? result;
    room -= tokensOf(result) - tokensOf(short);
    return room < 0 ? short : result;
  });
  const shortened = fitted.filter((one, at) => one !== full[at]).length;
  if (shortened === 0) return answer;
  const note = `${counted(shortened, 'result')} shortened to the outcome; read the events by their ids.`;
  return { ...answer, data: { ...answer.data, results: fitted }, meta: withNotes(answer.meta, [note]) };
}

/** Room for what is said besides the results. */
const FOR_THE_REST = 300;

/** What the result of an operation always keeps. */
function outcomeOf({
  index,
  outcome,
  id,
  error,
}: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { code, message } = isRecord(error) ? error : {};
  return {
    index,
    outcome,
    ...(id !== undefined && { id }),
    ...(code !== undefined && { error: { code, message } }),
  };
}

function tokensOf(value: unknown): number {
  return estimateTokens(JSON.stringify(value));
}
