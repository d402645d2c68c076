import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AuditEntry } from '../../../src/ports/audit-log.js';
import type { AuditLine } from '../../../src/state/audit/audit-files.js';
import { type AuditLimits, createFileAuditLog } from '../../../src/state/audit/file-audit-log.js';
import { readAuditLog } from '../../../src/state/audit/read-audit-log.js';

const DAY = 86_400_000;
const BEGIN = Date.parse('2026-11-23T08:00:00Z');

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'audit-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

function logIn(dir: string, limits: Partial<AuditLimits> = {}, now = BEGIN) {
  return createFileAuditLog(dir, { keepDays: 365, maxMegabytes: 50, ...limits }, () => now);
}

function entry(call: string, client = 'test'): AuditEntry {
  const by = { kind: 'assistant', client } as const;
  const change = { did: 'create', id: call, after: 'f'.repeat(64) };
  const operations = [{ operation: 'create' }];
  return { type: 'ended', call, by, operations, outcome: 'applied', policy: 'allow', changes: [change] };
}

async function written(calls: readonly string[]): Promise<string> {
  const dir = folder();
  for (const call of calls) await logIn(dir).append([entry(call)]);
  return dir;
}

async function readAll(dir: string) {
  const lines: AuditLine[] = [];
  return { check: await readAuditLog(dir, (line) => lines.push(line)), lines };
}

const filesIn = (dir: string) =>
  readdirSync(dir)
    .filter((name) => name.endsWith('.jsonl'))
    .sort();
const pathIn = (dir: string, at = 0) => join(dir, filesIn(dir).at(at) ?? '');
const change = (path: string, edit: (rows: string[]) => string[]) =>
  writeFileSync(
    path,
    edit(readFileSync(path, 'utf8').split('\n').slice(0, -1))
      .map((row) => `${row}\n`)
      .join(''),
  );

/** A log of three files of two lines each. */
async function threeFiles(): Promise<string> {
  const dir = folder();
  for (const week of [0, 1, 2])
    for (const n of [0, 1]) await logIn(dir, {}, BEGIN + week * 8 * DAY).append([entry(`w${week}n${n}`)]);
  expect(filesIn(dir)).toHaveLength(3);
  return dir;
}

describe('the audit log', () => {
  it('keeps lines in order, one after another, for its owner only', async () => {
    const dir = await written(['a', 'b', 'c']);
    const { check, lines } = await readAll(dir);
    expect(lines.map(({ line, call }) => [line, call])).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
    ]);
    expect(check).toEqual({ lines: 3, files: 1, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    for (const name of readdirSync(dir)) expect(statSync(join(dir, name)).mode & 0o777).toBe(0o600);
  });

  it('has one chain, whoever writes it at the same time', async () => {
    const dir = folder();
    const logs = Array.from({ length: 4 }, () => logIn(dir));
    const calls = Array.from({ length: 80 }, (_, n) => `c${n}`);
    await Promise.all(calls.map((call, n) => logs[n % 4]?.append([entry(call), entry(call)])));
    const { check, lines } = await readAll(dir);
    expect(check).toMatchObject({ lines: 160 });
    expect(check.broken).toBeUndefined();
    expect(lines.map(({ call }) => call).toSorted()).toEqual([...calls, ...calls].toSorted());
    // What is added in one piece stays together.
    for (let at = 0; at < lines.length; at += 2) expect(lines[at]?.call).toBe(lines[at + 1]?.call);
  });

  it('makes one line of whatever callers say', async () => {
    const client = 'a\nb\r\u2028{"line":1}\u202e\ud800\u0000\u0085';
    const dir = folder();
    await logIn(dir).append([entry('a', client)]);
    expect(readFileSync(pathIn(dir), 'utf8')).toMatch(/^[ -~]+\n$/);
    const { lines } = await readAll(dir);
    expect(lines[0]?.by).toEqual({ kind: 'assistant', client });
  });

  it('is cut into files and deletes the oldest, and still checks', async () => {
    const dir = await threeFiles();
    for (const week of [0, 1, 2]) {
      const at = new Date(BEGIN + week * 8 * DAY);
      utimesSync(pathIn(dir, week), at, at);
    }
    await logIn(dir, { keepDays: 20 }, BEGIN + 24 * DAY).append([entry('last')]);
    expect(filesIn(dir)).toEqual(['000000000003.jsonl', '000000000005.jsonl', '000000000007.jsonl']);
    const { check, lines } = await readAll(dir);
    expect(check).toMatchObject({ lines: 6, files: 3 });
    expect(check.broken).toBeUndefined();
    expect(lines.map(({ type }) => type)).toEqual(['ended', 'ended', 'ended', 'ended', 'pruned', 'ended']);
  });

  it('deletes nothing because of a clock that is ahead once', async () => {
    const dir = await threeFiles();
    for (const week of [0, 1, 2]) {
      const at = new Date(BEGIN + week * 8 * DAY);
      utimesSync(pathIn(dir, week), at, at);
    }
    await logIn(dir, {}, BEGIN + 400 * DAY).append([entry('ahead')]);
    await logIn(dir, {}, BEGIN + 25 * DAY).append([entry('again')]);
    expect(filesIn(dir)).toHaveLength(4);
    const { check, lines } = await readAll(dir);
    expect(check.broken).toBeUndefined();
    expect(lines.map(({ type }) => type)).not.toContain('pruned');
  });

  it('stays within its size', async () => {
    const dir = folder();
    const log = logIn(dir, { maxMegabytes: 1 });
    for (let n = 0; n < 60; n++) await log.append(Array.from({ length: 200 }, (_, i) => entry(`c${n}-${i}`)));
    const sizes = filesIn(dir).map((name) => statSync(join(dir, name)).size);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(1024 * 1024 * 1.1);
    expect((await readAll(dir)).check.broken).toBeUndefined();
  });

  it('goes on after a crash in the middle of a line, and says so', async () => {
    const dir = await written(['a', 'b']);
    appendFileSync(pathIn(dir), '{"line":3,"at":"2026-');
    expect((await readAll(dir)).check).toMatchObject({ lines: 2, isTorn: true });
    await logIn(dir).append([entry('c')]);
    const { check, lines } = await readAll(dir);
    expect(check.broken).toBeUndefined();
    expect(lines.map(({ type, bytes, call }) => bytes ?? call ?? type)).toEqual(['a', 'b', 21, 'c']);
  });

  it('goes on after a crash between a line and the head', async () => {
    const dir = await written(['a']);
    const head = readFileSync(join(dir, 'head.json'));
    await logIn(dir).append([entry('b')]);
    await logIn(dir, {}, BEGIN + 8 * DAY).append([entry('c')]);
    writeFileSync(join(dir, 'head.json'), head);
    expect((await readAll(dir)).check.broken).toBeUndefined();
    await logIn(dir, {}, BEGIN + 8 * DAY).append([entry('d')]);
    const { check, lines } = await readAll(dir);
    expect(check).toMatchObject({ lines: 4, files: 2 });
    expect(check.broken).toBeUndefined();
    expect(lines.map(({ call }) => call)).toEqual(['a', 'b', 'c', 'd']);
  });
});

/** What somebody does to a log of three files of two lines, and the place that is named. */
const TAMPERED: readonly [string, (dir: string) => void, object][] = [
  [
    'a changed line',
    (dir) => change(pathIn(dir), (rows) => rows.map((row) => row.replace('w0n0', 'w0n9'))),
    { row: 2 },
  ],
  [
    'a changed last line',
    (dir) => change(pathIn(dir, -1), (rows) => rows.map((row) => row.replace('w2n1', 'w2n9'))),
    { row: 2 },
  ],
  [
    'a line that is gone',
    (dir) => change(pathIn(dir, 1), ([, second = '']) => [second]),
    { file: '000000000003.jsonl', row: 1 },
  ],
  [
    'the first line gone',
    (dir) => change(pathIn(dir), ([, second = '']) => [second]),
    { file: '000000000001.jsonl', row: 1 },
  ],
  [
    'the last line gone',
    (dir) => change(pathIn(dir, -1), ([first = '']) => [first]),
    { file: '000000000005.jsonl', row: 1 },
  ],
  [
    'lines in another order',
    (dir) => change(pathIn(dir, 1), (rows) => rows.reverse()),
    { file: '000000000003.jsonl', row: 1 },
  ],
  [
    'a line twice',
    (dir) => change(pathIn(dir), ([first = '', second = '']) => [first, first, second]),
    { row: 2 },
  ],
  [
    'a line that is none',
    (dir) => change(pathIn(dir), ([first = '', second = '']) => [first, 'x', second]),
    { row: 2 },
  ],
  [
    'a piece of a line that is ended',
    (dir) => appendFileSync(pathIn(dir, -1), '{"line":7,"at"\n'),
    { file: '000000000005.jsonl', row: 3 },
  ],
  [
    'other ends of lines',
    (dir) => change(pathIn(dir, 1), (rows) => rows.map((row) => `${row}\r`)),
    { file: '000000000003.jsonl', row: 2 },
  ],
  ['the first file gone', (dir) => rmSync(pathIn(dir)), { file: '000000000003.jsonl', row: 1 }],
  ['a file between gone', (dir) => rmSync(pathIn(dir, 1)), { file: '000000000005.jsonl', row: 1 }],
  ['the last file gone', (dir) => rmSync(pathIn(dir, -1)), { file: '000000000003.jsonl', row: 2 }],
  [
    'a file under another name',
    (dir) => renameSync(pathIn(dir), join(dir, '000000000009.jsonl')),
    { row: 1 },
  ],
  ['the head gone', (dir) => rmSync(join(dir, 'head.json')), { file: '000000000005.jsonl', row: 2 }],
  [
    'the head damaged',
    (dir) => truncateSync(join(dir, 'head.json'), 20),
    { file: '000000000005.jsonl', row: 2 },
  ],
  [
    'all files gone',
    (dir) => void filesIn(dir).map((name) => rmSync(join(dir, name))),
    { file: 'head.json' },
  ],
];

/** What the next write removes, and notes that it did. */
const REMOVED: typeof TAMPERED = [
  [
    'something at the end that no crash leaves',
    (dir) => appendFileSync(pathIn(dir, -1), 'x'),
    { file: '000000000005.jsonl', row: 3 },
  ],
  [
    'the beginning of another line than the next',
    (dir) => appendFileSync(pathIn(dir, -1), '{"line":9,"at"'),
    { file: '000000000005.jsonl', row: 3 },
  ],
];

describe('a check of the audit log finds', () => {
  it.each([...TAMPERED, ...REMOVED])('%s', async (_, tamper, place) => {
    const dir = await threeFiles();
    tamper(dir);
    expect((await readAll(dir)).check.broken).toMatchObject(place);
  });

  it.each(TAMPERED)('%s when more has been written since', async (_, tamper) => {
    const dir = await threeFiles();
    tamper(dir);
    await logIn(dir, {}, BEGIN + 16 * DAY).append([entry('more')]);
    await logIn(dir, {}, BEGIN + 24 * DAY).append([entry('and more')]);
    const { check, lines } = await readAll(dir);
    expect(check.broken).toBeDefined();
    expect(lines.map(({ call }) => call)).toEqual(expect.arrayContaining(['more', 'and more']));
  });
});
