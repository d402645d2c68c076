import type { Success } from '../../../schemas/answers/success.js';
import { withNotes } from '../../../schemas/answers/with-notes.js';
import type { BatchRow, WriteData } from '../../../schemas/answers/write-data.js';
import { counted } from '../../../schemas/model/counted.js';
import { estimateTokens } from '../../rows/estimate-tokens.js';

/** Limits a batch's results to about `mostTokens`, failures first; the others keep only their outcome. */
export function fitResults(
  answer: Success<WriteData>,
  mostTokens = Number.POSITIVE_INFINITY,
): Success<WriteData> {
  const { results } = answer.data;
  if (results === undefined) return answer;
  const brief = results.map(outcomeOf);
  let room = mostTokens - FOR_THE_REST - brief.reduce((sum, one) => sum + tokensOf(one), 0);
  const fitted = results.map((result, at) => {
    const short = brief[at] ?? result;
    room -= tokensOf(result) - tokensOf(short);
    return room < 0 ? short : result;
  });
  const shortened = fitted.filter((one, at) => one !== results[at]).length;
  if (shortened === 0) return answer;
  const note = `${counted(shortened, 'result')} shortened to the outcome; read the events by their ids.`;
  return { ...answer, data: { ...answer.data, results: fitted }, meta: withNotes(answer.meta, [note]) };
}

/** Tokens for everything except the results. */
const FOR_THE_REST = 300;

/** The part of a result that is always kept. */
function outcomeOf({ index, outcome, id, error }: BatchRow): BatchRow {
  return {
    index,
    outcome,
    ...(id !== undefined && { id }),
    ...(error !== undefined && { error: { code: error.code, message: error.message } }),
  };
}

function tokensOf(value: unknown): number {
  return estimateTokens(JSON.stringify(value));
}
