import type { CalendarError, Outcome, PendingAction } from '../../../schemas/model/error.js';
import { questionText } from '../../engine/policy/preview.js';
import { cleanText } from '../../server/answers/clean-text.js';
import { inWordsForPeople } from '../screen/words-for-people.js';
import { adviceForPeople } from './advice-for-people.js';

const WITH_ANOTHER_PASSWORD =
  'For up to five minutes the same password is not sent again, so that the server does not lock the account. "calendar-mcp accounts test" tries it.';

/**
 * Prints an error for a person: the problem, the remedy and the outcome. If the person wrote the call (`ofCall`) or the
 * configuration file, also prints the place and an example.
 */
export function printError(error: CalendarError, ofCall: boolean): string {
  const { code, message, info } = error;
  const isOwn =
    ofCall || (code === 'CONFIGURATION' && !/^\/(?:query|mutation|analysis)\b/.test(info.path ?? ''));
  const more = (isOwn ? (info.violations ?? []) : [])
    .slice(1)
    .map((one) => `  also ${one.path}: ${one.message}`);
  const lines = [
    `${code}: ${ofCall ? message : sentenceOf(error)}${!info.path || !isOwn ? '' : ` (at ${info.path})`}`,
    ...more,
    ...(info.didYouMean?.length ? [`  did you mean: ${info.didYouMean.join(', ')}`] : []),
    ...pendingLines(info.pendingAction, ofCall),
    ...adviceOn(error, { ofCall, hasExample: isOwn && info.example !== undefined }).map(
      (line) => `  ${line}`,
    ),
    ...(ofCall && OF_DETAILS.test(info.suggestion ?? '') && info.details !== undefined
      ? [`  details: ${JSON.stringify(info.details)}`]
      : []),
    ...(info.example === undefined || !isOwn ? [] : [`  for example: ${JSON.stringify(info.example)}`]),
    ...(info.outcome === undefined
      ? []
      : [`  ${ofCall ? `outcome: ${info.outcome}` : OUTCOMES[info.outcome]}`]),
  ];
  return `${cleanText(lines.join('\n'))}\n`;
}

/** A suggestion that refers to the details needs them. */
const OF_DETAILS = /\bdetails\.\w/;

/** Adds the account, unless the sentence names it. */
function sentenceOf({ message, info: { account, atShell } }: CalendarError): string {
  const isNamed = account === undefined || message.includes(`"${account}"`);
  const spoken = atShell?.message ?? message;
  return isNamed ? spoken : `${spoken} (account "${account}")`;
}

const OUTCOMES: Readonly<Record<Outcome, string>> = {
  applied: 'It was done all the same.',
  not_applied: 'Nothing was changed.',
  unknown: 'It is not known whether anything was changed.',
};

/** Describes the pending action; in the answer to a call, adds the confirmToken. */
function pendingLines(pending: PendingAction | undefined, ofCall: boolean): readonly string[] {
  if (pending === undefined) return [];
  const { token, expiresAt } = pending;
  return [
    ...questionText(pending)
      .split('\n')
      .map((line) => `  ${line}`),
    ...(ofCall ? [`  confirmToken until ${expiresAt}: ${token}`] : []),
  ];
}

/** Suggestions address a model and name keys of the call; the shell has options instead. */
function adviceOn(
  { code, info: { path, suggestion, setting, atShell } }: CalendarError,
  { ofCall, hasExample }: { readonly ofCall: boolean; readonly hasExample: boolean },
): readonly string[] {
  if (code === 'CONFIRMATION_REQUIRED')
    return [`To agree, add --yes${ofCall ? ', or repeat the call with this confirmToken' : ''}.`];
  const said = atShell?.suggestion ?? suggestion;
  if (!ofCall && code === 'AUTH_FAILED' && said !== undefined)
    return [inWordsForPeople(said), WITH_ANOTHER_PASSWORD];
  if (!ofCall && atShell?.suggestion !== undefined) return [atShell.suggestion];
  if (!ofCall && code === 'CALENDAR_NOT_FOUND' && setting !== undefined)
    return [`Correct ${setting} in the configuration file, or add --calendar NAME.`];
  if (!ofCall && path?.endsWith('/calendar') === true)
    return [`Add --calendar NAME, or set ${setting ?? 'defaultCalendar'} in the configuration file.`];
  if (ofCall) return suggestion === undefined ? [] : [suggestion];
  return adviceForPeople(code, suggestion, { hasExample });
}
