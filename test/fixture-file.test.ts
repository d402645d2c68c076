import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isUpdating, openFixture } from './fixtures/fixture-file.js';
import { queryFixtureSchema } from './fixtures/fixture-schema.js';

const FIXTURE = {
  title: 'a fixture about fixtures',
  now: '2026-11-23T07:30:00Z',
  timezone: 'Europe/Berlin',
  corpus: 'work-week',
  tool: 'calendar_read',
  input: { query: { type: 'events' } },
  plan: ['one line'],
};

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fixture-file-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function open(content: object) {
  const path = join(folder, 'some.json');
  writeFileSync(path, JSON.stringify(content));
  return { path, ...openFixture(path, queryFixtureSchema) };
}

describe('fixture files', () => {
  it('compares a stage with what is expected', () => {
    const { check } = open(FIXTURE);
    expect(() => check('plan', ['one line'])).not.toThrow();
    expect(() => check('plan', ['another line'])).toThrow();
  });

  it('fails where nothing is expected, and writes nothing', () => {
    const { check, path } = open(FIXTURE);
    expect(() => check('result', { rows: [] })).toThrow(/expects nothing of "result"/);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(FIXTURE);
  });

  it('refuses unknown keys at every level', () => {
    expect(() => open({ ...FIXTURE, plans: [] })).toThrow(/plans/);
    expect(() => open({ ...FIXTURE, result: { rows: [], row: [] } })).toThrow(/row/);
    expect(() =>
      open({ ...FIXTURE, targets: { memory: { pushed: [], residual: '', call: [], calls: [] } } }),
    ).toThrow();
  });

  it('is never rewritten in CI', () => {
    expect(isUpdating({})).toBe(false);
    expect(isUpdating({ CI: 'true' })).toBe(false);
    expect(isUpdating({ UPDATE_FIXTURES: '1' })).toBe(true);
    expect(() => isUpdating({ UPDATE_FIXTURES: '1', CI: '1' })).toThrow(/not rewritten in CI/);
  });
});
