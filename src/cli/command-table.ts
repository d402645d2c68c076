import type { Command, RunCommand } from './shell/command.js';

const call = async (verb: 'read' | 'write' | 'analyze'): Promise<RunCommand> =>
  (await import('./commands/call.js')).runCall(verb);

/** Every command, in the order of `--help`; the first one runs where none is named. */
export const COMMANDS: readonly [Command, ...Command[]] = [
  {
    name: 'serve',
    options: ['http', 'legacy', 'version'],
    summary: 'serve MCP on stdin and stdout: what runs without a command',
    load: async () => (await import('./commands/serve.js')).serve,
  },
  {
    name: 'demo',
    summary: 'a made-up week in a temporary folder, through a real client',
    load: async () => (await import('./demo/demo.js')).runDemo,
  },
  {
    name: 'agenda',
    args: '[PERIOD…]',
    options: ['json'],
    summary: 'your events by day: today, next week, 2026-11; next 7 days',
    load: async () => (await import('./commands/agenda.js')).runAgenda,
  },
  {
    name: 'read',
    args: 'JSON',
    options: ['json'],
    summary: 'one call of calendar_read; "-" reads it from stdin',
    load: () => call('read'),
  },
  {
    name: 'write',
    args: 'JSON',
    options: ['json'],
    summary: 'one call of calendar_write',
    load: () => call('write'),
  },
  {
    name: 'analyze',
    args: 'JSON',
    options: ['json'],
    summary: 'one call of calendar_analyze',
    load: () => call('analyze'),
  },
  {
    name: 'doctor',
    options: ['account', 'write-test', 'names'],
    summary: 'what works and what does not, without private words',
    load: async () => (await import('./commands/doctor.js')).doctor,
  },
  {
    name: 'print-schemas',
    args: '[WHAT]',
    options: ['legacy'],
    summary: 'JSON Schemas: tools (as a client sees them), settings, doctor',
    load: async () => (await import('./commands/print-schemas.js')).printSchemas,
  },
  {
    name: 'help',
    args: '[WORD]',
    summary: 'more about a command, or about calls: filters, times, errors, …',
    load: async () => (await import('./commands/help.js')).helpOn(COMMANDS),
  },
];
