import { CalendarError } from '../../../schemas/model/error.js';
import type { Settings } from '../../config/settings.js';

/** A login with a browser that has ended says so itself, with the command that renews it. */
export function isEndedLogin({ message }: CalendarError): boolean {
  return message.includes('calendar-mcp login');
}

/** A refused login in the words of a person: of which account, and as whom. Where several can be meant, all are named. */
export function rejectedLogin(
  error: unknown,
  { accounts }: Pick<Settings, 'accounts'>,
): CalendarError | undefined {
  if (!(error instanceof CalendarError) || error.code !== 'AUTH_FAILED') return undefined;
  if (isEndedLogin(error)) return undefined;
  const logins = accounts.flatMap((account) =>
    account.kind === 'caldav' ? [`account "${account.name}", user "${account.username}"`] : [],
  );
  if (logins.length === 0) return undefined;
  const message = `The server rejected this user name or password: ${logins.join('; or ')}.`;
  return new CalendarError(error.code, message, { ...error.info, cause: error });
}
