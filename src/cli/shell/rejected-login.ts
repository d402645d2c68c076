import { CalendarError } from '../../../schemas/model/error.js';

/** Rewrites a rejected login for a person, with account and user. */
export function rejectedLogin(error: unknown): CalendarError | undefined {
  if (!(error instanceof CalendarError) || error.info.refusedLogin === undefined) return undefined;
  const { account, user, isEnded } = error.info.refusedLogin;
  const message = isEnded
    ? `The login of account "${account}" has ended.`
    : `The server rejected this user name or password: account "${account}", user "${user}".`;
  const suggestion = `Sign in again: calendar-mcp login ${/^[\w.@-]+$/.test(account) ? account : JSON.stringify(account)}`;
  const again = { suggestion, atShell: { suggestion } };
  return new CalendarError(error.code, message, { ...error.info, ...(isEnded && again), cause: error });
}
