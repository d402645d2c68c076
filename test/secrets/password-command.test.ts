// @module-tag programs
import { describe, expect, it } from 'vitest';
import { CalendarError } from '../../schemas/model/error.js';
import { type PasswordCommand, runPasswordCommand } from '../../src/secrets/password-command.js';

const node = (script: string, ...args: string[]): PasswordCommand => [
  process.execPath,
  '-e',
  script,
  ...args,
];

async function failureOf(command: PasswordCommand, deadlineMs?: number): Promise<CalendarError> {
  const error = await runPasswordCommand(command, deadlineMs).catch((reason: unknown) => reason);
  if (!(error instanceof CalendarError)) throw new Error('expected a CalendarError');
  expect(error.code).toBe('CONFIGURATION');
  expect(JSON.stringify([error.message, error.info])).not.toContain('canary');
  return error;
}

describe('a program that gives a password', () => {
  it.each<[string, string]>([
    ["console.log('geheim ')", 'geheim '],
    ["process.stdout.write('no line end')", 'no line end'],
    ["console.log('Größe 🔑\\nlogin: ana')", 'Größe 🔑'],
    ["process.stdout.write('windows\\r\\nmore')", 'windows'],
  ])('gives its first line: %s', async (script, password) => {
    expect(await runPasswordCommand(node(script))).toBe(password);
  });

  it('is run without a shell', async () => {
    const script = 'console.log(JSON.stringify(process.argv.slice(1)))';
    const args = ['$(echo x)', '; echo y', '*', '"', '%PATH%'];
    expect(await runPasswordCommand(node(script, ...args))).toBe(JSON.stringify(args));
  });

  it.each<[string, PasswordCommand, RegExp]>([
    ['does not exist', ['no-such-program-here'], /not found/],
    ['fails', node("console.log('canary'); console.error('canary'); process.exit(3)"), /code 3/],
    ['prints nothing', node(''), /printed nothing/],
    ['prints an empty line first', node("console.log(); console.log('canary')"), /printed nothing/],
    ['prints too much', node("process.stdout.write('canary'.repeat(100_000))"), /too much/],
  ])('is named when it %s', async (_, command, message) => {
    expect((await failureOf(command)).message).toMatch(message);
  });

  it('is ended when it takes too long, and gets no input to wait for', async () => {
    expect((await failureOf(node('setTimeout(() => {}, 60_000)'), 300)).message).toMatch(/timed out/);
    expect(
      await runPasswordCommand(node("process.stdin.on('end', () => console.log('read')).resume()")),
    ).toBe('read');
  });
});
