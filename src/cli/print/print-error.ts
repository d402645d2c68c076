import type { CalendarError, PendingAction } from '../../../schemas/model/error.js';
import { cleanText } from '../../server/answers/clean-text.js';

/**
 * An error as a person reads it: what is wrong, what to do, and whether anything was written. Where the person wrote the
 * call, `ofCall`, also where in it and a call that would work.
 */
export function printError({ code, message, info }: CalendarError, ofCall: boolean): string {
  const more = (ofCall ? (info.violations ?? []) : [])
    .slice(1)
    .map((one) => `  also ${one.path}: ${one.message}`);
  const lines = [
    `${code}: ${message}${info.path === undefined || !ofCall ? '' : ` (at ${info.path})`}`,
    ...more,
    ...(info.didYouMean?.length ? [`  did you mean: ${info.didYouMean.join(', ')}`] : []),
    ...pendingLines(info.pendingAction),
    ...(info.suggestion === undefined ? [] : [`  ${info.suggestion}`]),
    ...(info.example === undefined || !ofCall ? [] : [`  for example: ${JSON.stringify(info.example)}`]),
    ...(info.outcome === undefined ? [] : [`  outcome: ${info.outcome}`]),
  ];
  return `${cleanText(lines.join('\n'))}\n`;
}

/** What is to be agreed to, and the token that says so. */
function pendingLines(pending: PendingAction | undefined): readonly string[] {
  if (pending === undefined) return [];
  const { description, preview, token, expiresAt } = pending;
  return [
    `  ${description}`,
    `  about: ${JSON.stringify(preview)}`,
    `  confirmToken until ${expiresAt}: ${token}`,
  ];
}
