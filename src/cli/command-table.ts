import type { VERBS } from './change/verbs.js';
import type { VIEWS } from './commands/views.js';
import type { Command } from './shell/command.js';

type Options = NonNullable<Command['options']>;

/** Options of commands that print rows. */
const ROWS = ['json', 'tsv', 'format'] as const;

function view(name: keyof typeof VIEWS, summary: string, ...own: Options): Command {
  const load = async () => (await import('./commands/views.js')).VIEWS[name];
  return { name, args: '[PERIOD…]', options: [...own, ...ROWS], summary, load };
}

/** A command that makes a single API call. */
function call(name: 'read' | 'write' | 'analyze', summary: string, ...own: Options): Command {
  const load = async () => (await import('./commands/call.js')).runCall(name);
  return { name, args: 'JSON', options: ['json', ...own], summary, load };
}

/** Usage of the commands that change one event or task. */
const BY_WORDS: Readonly<Record<keyof typeof VERBS, Pick<Command, 'args' | 'summary' | 'also'>>> = {
  edit: {
    args: 'WORDS… [NAME=VALUE…]',
    summary: 'change what an event says: edit dentist where="Main St 5" length=30',
  },
  rm: { args: 'WORDS…', summary: 'delete an event or a task, named by words or by its id', also: ['delete'] },
  move: { args: 'WORDS…', summary: 'give it another time: move dentist to friday 15:00' },
  copy: { args: 'WORDS…', summary: 'make another one: copy dentist to 4 december 9:00' },
  rsvp: { args: 'ANSWER WORDS…', summary: 'answer an invitation: rsvp yes quarterly planning' },
  done: { args: 'WORDS…', summary: 'mark a task as done' },
  restore: { args: 'WORDS…', summary: 'bring back what "trash" lists' },
};

function byWords([name, row]: readonly [string, (typeof BY_WORDS)['rm']]): Command {
  const load = async () =>
    (await import('./change/change-by-words.js')).changeByWords(name as keyof typeof VERBS);
  return { name, options: ['scope', 'yes', 'dry-run', 'json'], load, ...row };
}

/** In the order of `--help`; the first is the default. */
export const COMMANDS: readonly [Command, ...Command[]] = [
  {
    name: 'serve',
    options: ['http', 'legacy', 'version'],
    summary: 'serve MCP on stdin and stdout: what runs for a client that names no command',
    load: async () => (await import('./commands/serve.js')).serve,
  },
  {
    name: 'demo',
    summary: 'a made-up week in a temporary folder, through a real client',
    load: async () => (await import('./demo/demo.js')).runDemo,
  },
  {
    name: 'setup',
    options: [
      ...([
        'provider',
        'user',
        'url',
        'password-command',
        'password-stdin',
        'keep',
        'address',
        'client-id',
        'issuer',
        'oauth-scope',
      ] as const),
      ...([
        'device',
        'no-browser',
        'account',
        'calendars',
        'task-list',
        'policy',
        'client',
        'yes',
        'undo',
      ] as const),
    ],
    summary: 'connect calendars and clients: asks what the options leave open',
    load: async () => (await import('./setup/setup.js')).runSetup,
  },
  {
    name: 'login',
    args: '[ACCOUNT]',
    options: ['password-stdin', 'device', 'no-browser'],
    summary: 'sign in again, with a browser or a new password',
    load: async () => (await import('./setup/login.js')).runLogin,
  },
  {
    name: 'accounts',
    args: '[test|rename|remove] [ACCOUNT] [NAME]',
    options: ['yes', 'json'],
    summary: 'list your accounts, test, rename or remove them',
    load: async () => (await import('./setup/accounts.js')).runAccounts,
  },
  {
    ...view('agenda', 'your events by day: today, next week, 2026-11, friday..sunday'),
    also: ['list'],
  },
  { ...view('next', 'the next event in one line, for status bars'), args: '' },
  { ...view('now', 'what is on now, a line each'), args: '' },
  view('week', 'days and hours as a grid; default: this week'),
  view('month', 'a box for each day; default: this month'),
  {
    name: 'open',
    options: ['no-browser', 'user'],
    summary: 'your week as a page in the browser, on this computer only',
    load: async () => (await import('./http/open-page.js')).openPage,
  },
  view('tasks', 'open tasks, the overdue ones first'),
  { ...view('trash', 'what was deleted and can be restored'), also: ['deleted'] },
  { ...view('calendars', 'your calendars and their accounts'), args: '', also: ['printcalendars'] },
  view('free', 'free time in the working hours; default: the next 7 days', 'minutes', 'timed'),
  view('conflicts', 'what overlaps, and how to resolve it; default: the next 7 days'),
  view('stats', 'where the hours go; default: this month', 'by'),
  {
    name: 'search',
    args: 'WORDS…',
    options: ROWS,
    summary: 'find events by words: dentist december',
    load: async () => (await import('./commands/search.js')).searchWords,
  },
  {
    name: 'add',
    also: ['new', 'quick'],
    args: 'WORDS…',
    options: ['yes', 'dry-run', 'json'],
    summary:
      'add or change an event in plain words: lunch with Ana tomorrow at noon; or a task: "task: buy milk friday"',
    load: async () => (await import('./commands/add.js')).runAdd,
  },
  ...Object.entries(BY_WORDS).map(byWords),
  {
    name: 'undo',
    options: ['yes', 'dry-run', 'json'],
    summary: 'undo the last change',
    load: async () => (await import('./commands/undo.js')).runUndo,
  },
  {
    name: 'import',
    args: 'FILE',
    options: ['yes', 'dry-run', 'json'],
    summary: 'store the events of an .ics file; "-" is stdin',
    load: async () => (await import('./commands/import.js')).runImport,
  },
  {
    name: 'export',
    args: '[PERIOD…]',
    options: ['output'],
    summary: 'print events as .ics; default: all',
    load: async () => (await import('./commands/export.js')).runExport,
  },
  call('read', 'one call of calendar_read; "-" reads it from stdin'),
  call('write', 'one call of calendar_write', 'yes'),
  call('analyze', 'one call of calendar_analyze'),
  {
    name: 'doctor',
    options: ['account', 'write-test', 'permission', 'names', 'json'],
    summary: 'what works and what does not, without private words',
    load: async () => (await import('./commands/doctor.js')).doctor,
  },
  {
    name: 'audit',
    args: '[PERIOD…]',
    options: ['client', 'user', 'operation', 'outcome', 'verify', 'json'],
    summary: 'what was written, by whom, and how it ended',
    load: async () => (await import('./commands/audit.js')).runAudit,
  },
  {
    name: 'token',
    args: '[add|list|revoke] [NAME]',
    options: ['own', 'json'],
    summary: 'who may use the HTTP endpoint: make, list and revoke their tokens',
    load: async () => (await import('./http/token.js')).runToken,
  },
  {
    name: 'users',
    args: '[list|suspend|resume|delete] [ID]',
    options: ['yes', 'json'],
    summary: 'people who have signed in to a server by themselves: list, suspend and delete them',
    load: async () => (await import('./http/people/users-command.js')).runUsers,
  },
  {
    name: 'database',
    args: '[migrate|status|prune]',
    options: ['json'],
    summary:
      'the tables of a server with several replicas: bring them up to date, look whether they are, prune audit logs',
    load: async () => (await import('./commands/database.js')).runDatabase,
  },
  {
    name: 'print-schemas',
    args: '[WHAT]',
    options: ['legacy', 'openai-strict'],
    summary: 'JSON Schemas: tools (as a client sees them), settings, doctor',
    load: async () => (await import('./commands/print-schemas.js')).printSchemas,
  },
  {
    name: 'completion',
    args: 'SHELL',
    summary: 'print a script that completes commands in bash, zsh, fish or powershell',
    load: async () => (await import('./commands/completion.js')).completionOf(COMMANDS),
  },
  {
    name: 'help',
    args: '[WORD]',
    summary: 'explain a command, or a topic of the calls: filters, times, errors, …',
    load: async () => (await import('./commands/help.js')).helpOn(COMMANDS),
  },
];
