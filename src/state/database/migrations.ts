import state from './migrations/0001-state.sql';
import audit from './migrations/0002-audit.sql';
import limits from './migrations/0003-limits.sql';
import counters from './migrations/0004-counters.sql';
import calendars from './migrations/0005-calendars.sql';
import secrets from './migrations/0006-secrets.sql';
import users from './migrations/0007-users.sql';
import sessions from './migrations/0008-sessions.sql';
import callLimits from './migrations/0009-call-limits.sql';
import leftMessages from './migrations/0010-left-messages.sql';

/** Forward only: published migrations never change, and older programs must work with newer tables. */
export const MIGRATIONS: readonly { readonly name: string; readonly sql: string }[] = [
  { name: 'state', sql: state },
  { name: 'audit', sql: audit },
  { name: 'limits', sql: limits },
  { name: 'counters', sql: counters },
  { name: 'calendars', sql: calendars },
  { name: 'secrets', sql: secrets },
  { name: 'users', sql: users },
  { name: 'sessions', sql: sessions },
  { name: 'call limits', sql: callLimits },
  { name: 'left messages', sql: leftMessages },
];
