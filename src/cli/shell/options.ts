import type { ParseArgsConfig, parseArgs } from 'node:util';

/** A command-line option and its line in `--help`. */
export interface CommandOption {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  readonly multiple?: true;
  /** Placeholder of its value in `--help`. */
  readonly value?: string;
  readonly about: string;
  /** Replaces `about` on the help page of a command. */
  readonly aboutIn?: Readonly<Record<string, string>>;
}

/** Options of every command; they change the settings. */
export const SETTING_OPTIONS = {
  dir: {
    type: 'string',
    value: 'FOLDER',
    about: 'only the calendars in this folder, as folders of .ics files',
  },
  create: { type: 'boolean', about: 'create that folder, or a configured one, if it is missing' },
  'state-dir': { type: 'string', value: 'FOLDER', about: 'trash and undo (CALENDAR_STATE_DIR)' },
  config: { type: 'string', value: 'FILE', about: 'accounts and preferences (CALENDAR_CONFIG)' },
  calendar: { type: 'string', value: 'NAME', about: 'this calendar only (CALDAV_CALENDAR_NAME)' },
  backend: { type: 'string', value: 'NAME', about: 'ignore accounts; use local, or applescript (macOS)' },
  timezone: { type: 'string', value: 'ZONE', about: 'such as Europe/Berlin (CALENDAR_TIMEZONE)' },
  'read-only': { type: 'boolean', about: 'nothing can be changed (CALENDAR_READ_ONLY)' },
  help: { type: 'boolean', short: 'h', about: 'help on a command, or this page' },
} as const satisfies Readonly<Record<string, CommandOption>>;

/** Options that a command must list to accept. */
export const OWN_OPTIONS = {
  json: { type: 'boolean', about: 'print the whole result as JSON' },
  tsv: { type: 'boolean', about: 'print columns between tabs, with their names in the first line' },
  format: { type: 'string', value: 'TEMPLATE', about: 'print a line for each row: "{start} {title}"' },
  timed: { type: 'boolean', about: 'look past all-day events' },
  http: { type: 'string', value: '[HOST:]PORT', about: 'serve over HTTP instead (docs/guide/http.md)' },
  yes: { type: 'boolean', short: 'y', about: 'do it without asking' },
  'dry-run': { type: 'boolean', about: 'only show what would happen' },
  scope: { type: 'string', value: 'WHICH', about: 'of a series: this (one), following or all' },
  output: { type: 'string', short: 'o', value: 'FILE', about: 'write to this file instead of stdout' },
  by: { type: 'string', value: 'WHAT', about: 'calendar, tag, person, title, weekday, day, week or month' },
  minutes: { type: 'string', value: 'N', about: 'only times of at least this length (default: 30)' },
  legacy: {
    type: 'string',
    multiple: true,
    value: 'PROFILE',
    about:
      'also list the tools of an earlier server: macos-calendar, assistant-caldav, calendar-system, family-calendar, all',
  },
  'openai-strict': { type: 'boolean', about: 'the tools as strict functions of OpenAI' },
  account: {
    type: 'string',
    value: 'NAME',
    about: 'doctor: this account only; setup: its name',
    aboutIn: { doctor: 'this account only', setup: 'what to call the account' },
  },
  provider: {
    type: 'string',
    value: 'NAME',
    about: 'google, icloud, fastmail, nextcloud, …, or caldav, webcal, folder, mac, khal, none',
  },
  url: { type: 'string', value: 'ADDRESS', about: 'of the calendar server, or of a published calendar' },
  'password-command': { type: 'string', value: 'COMMAND', about: 'a program that prints the password' },
  'password-stdin': {
    type: 'boolean',
    about: 'read the password, or the secret of the client id, from stdin',
  },
  keep: { type: 'string', value: 'WHERE', about: 'the password: keychain, or file (mode 600)' },
  address: {
    type: 'string',
    value: 'EMAIL',
    about: 'your email address, where the server does not say it',
  },
  'client-id': { type: 'string', value: 'ID', about: 'of your own OAuth client' },
  issuer: {
    type: 'string',
    value: 'ADDRESS',
    about: 'of the OAuth server, where no known provider is meant',
  },
  'oauth-scope': {
    type: 'string',
    value: 'WORDS',
    about: 'what to ask that server for; default: openid offline_access',
  },
  device: { type: 'boolean', about: 'sign in by a code that is typed on another device' },
  'no-browser': { type: 'boolean', about: 'print the address instead of opening it' },
  'task-list': { type: 'string', value: 'NAME', about: 'where new tasks go; default: the first list' },
  calendars: { type: 'string', value: 'NAMES', about: 'what may be seen, separated by commas; default: all' },
  policy: { type: 'string', value: 'NAME', about: 'careful (default), trusted, dedicated or read-only' },
  permission: { type: 'boolean', about: 'on a Mac, in Terminal: have macOS ask for access to calendars' },
  'write-test': { type: 'string', value: 'CALENDAR', about: 'create, change and delete an event in it' },
  names: { type: 'boolean', about: 'include names; for your own use' },
  client: {
    type: 'string',
    value: 'NAME',
    about: 'audit: only calls of it, or of a person; setup: claude-desktop, cursor, …, or none',
    aboutIn: {
      audit: 'only calls of this client, or of a person',
      setup: 'claude-desktop, cursor, …, or none',
    },
  },
  user: {
    type: 'string',
    value: 'NAME',
    about: 'audit, open: a user of the HTTP endpoint; setup: the login name',
    aboutIn: {
      audit: 'a user of the HTTP endpoint',
      open: 'a user of the HTTP endpoint',
      setup: 'the login name',
    },
  },
  own: { type: 'boolean', about: 'the first user with calendars of their own; later ones always have them' },
  operation: { type: 'string', value: 'WORD', about: 'only create, update, delete, …' },
  outcome: { type: 'string', value: 'WORD', about: 'only this outcome or error code' },
  undo: { type: 'boolean', about: 'put everything back as it was before the last setup' },
  verify: { type: 'boolean', about: 'check the log for tampering' },
  version: { type: 'boolean', short: 'v', about: 'print the version' },
} as const satisfies Readonly<Record<string, CommandOption>>;

export type OwnOption = keyof typeof OWN_OPTIONS;

export const OPTIONS = { ...SETTING_OPTIONS, ...OWN_OPTIONS } satisfies ParseArgsConfig['options'];

export type OptionValues = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];
