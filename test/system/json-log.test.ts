import { describe, expect, it } from 'vitest';
import { createJsonLog, type LogLevel } from '../../src/system/json-log.js';

function capture(level: LogLevel, secrets: readonly string[] = []) {
  const lines: string[] = [];
  return { lines, log: createJsonLog({ level, secrets, write: (line) => lines.push(line) }) };
}

describe('the log', () => {
  it('writes sentences for people, in which nothing moves the cursor', () => {
    const lines: string[] = [];
    const write = (line: string): void => void lines.push(line);
    const log = createJsonLog({ level: 'info', plain: true, secrets: ['tr0ub4dor'], write });
    log.warn('Account "a" is not used.', { account: 'a\u001b[2J\n', key: 'tr0ub4dor' });
    log.info('serving');
    expect(lines).toEqual([
      'warning: Account "a" is not used. (account "a\\u001b[2J\\n", key "[secret]")\n',
      'info: serving\n',
    ]);
  });

  it('writes what its level lets through, one JSON object a line', () => {
    const { lines, log } = capture('info');
    log.debug('no');
    log.info('yes', { count: 1, text: 'a\nb\u001b[31m' });
    log.warn('too');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { level: 'info', message: 'yes', count: 1, text: 'a\nb\u001b[31m' },
      { level: 'warn', message: 'too' },
    ]);
    for (const line of lines) {
      expect(line).not.toContain('\u001b');
      expect(line.indexOf('\n')).toBe(line.length - 1);
    }
  });

  it('is silent on request', () => {
    const { lines, log } = capture('silent');
    log.warn('anything');
    expect(lines).toEqual([]);
  });

  it('never shows a secret, however it is spelled', () => {
    const password = 'can"ary/Pä55';
    const basic = Buffer.from(`ana:${password}`).toString('base64');
    const { lines, log } = capture('debug', [password, basic]);
    log.warn(password, {
      header: `Basic ${basic}`,
      url: `https://ana:${encodeURIComponent(password)}@dav.example.org`,
      plain: Buffer.from(password).toString('base64'),
      nested: [{ error: `Error: ${password}` }],
    });
    const text = lines.join('');
    expect(text).toContain('[secret]');
    expect(text).not.toContain('Pä55');
    expect(text).not.toContain('P%C3%A455');
    expect(text).not.toContain(basic.slice(0, 12));
  });
});
