import { CalendarError } from '../../../schemas/model/error.js';
import { changedAnswers, ownAnswers } from '../../calendar/read/own-answers.js';
import type { ReplyQuirk } from '../../ports/reply-quirk.js';

const APART =
  'This server puts an answer to one occurrence into the inbox of the organizer, whose calendar may not show it.';

const DOUBTFUL =
  'Occurrences of this series stand apart, so this server may not tell the organizer of an answer to the whole series.';

/** Tells if a change alters the owner's replies; throws if the server would misreport them. */
export function repliesOf(
  before: string,
  after: string,
  own: ReadonlySet<string>,
  quirk: ReplyQuirk | undefined,
): { readonly isTold: boolean; readonly notes: readonly string[] } {
  const [was, is] = [ownAnswers(before, own), ownAnswers(after, own)];
  const changed = changedAnswers(was, is);
  if (quirk === 'single' && [...was.keys()].some((key) => !is.has(key)))
    throw misleading(
      'that the user declines the whole series',
      'Use respond with the earlier answer for this occurrence instead.',
    );
  if (quirk === 'whole' && changed.length > 0 && new Set(is.values()).size > 1)
    throw misleading(
      'that this answer is about the whole series',
      'Answer the series with scope "all", or ask the user to tell the organizer about single occurrences directly.',
    );
  const ofSeries = changed.includes('');
  const isApart = quirk === 'apart' && is.has('') && changed.length > Number(ofSeries);
  const isDoubtful = quirk === 'single' && is.size > 1 && ofSeries;
  const notes = [...(isApart ? [APART] : []), ...(isDoubtful ? [DOUBTFUL] : [])];
  return { isTold: changed.length > 0, notes };
}

function misleading(what: string, suggestion: string): CalendarError {
  return new CalendarError('UNSUPPORTED', `This calendar server would tell the organizer ${what}.`, {
    outcome: 'not_applied',
    suggestion,
  });
}
