import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { osascriptRunner } from '../../../../src/backends/applescript/scripts/osascript-runner.js';
import { titled } from '../../../conformance/events.js';
import { create, only, scan } from '../../../conformance/subject.js';
import { compileFake, type FakeOsascript, installFake } from '../simulated/fake-osascript.js';
import { emptyCalendar } from '../simulated/simulated-state.js';
import { subjectOn } from '../simulated/subject.js';

let compiled = '';
let fake: FakeOsascript;
beforeAll(() => {
  compiled = compileFake();
});
afterAll(() => rmSync(compiled, { recursive: true, force: true }));
beforeEach(() => {
  fake = installFake(compiled, emptyCalendar(['Zürich 🏔️', 'Work', 'Home']));
});
afterEach(() => {
  vi.unstubAllEnvs();
  fake.remove();
});

function open() {
  return subjectOn(osascriptRunner({ path: fake.path }), 'Europe/Berlin');
}

describe('osascript, as a process', () => {
  it('is found on PATH, and takes text of every script and length', async () => {
    vi.stubEnv('PATH', `${fake.bin}:${process.env.PATH}`);
    const subject = await subjectOn(osascriptRunner({ path: 'osascript' }), 'Europe/Berlin');
    const title = `Ünïcode 🧑‍🚀 " \\ $HOME\n${'長い '.repeat(20_000)}`.trim();
    await create(subject, 'one', titled('one', title));
    expect(fake.state().calendars[1]?.events[0]?.summary).toBe(title);
    const calendars = await subject.backend.calendars({ signal: new AbortController().signal });
    expect(calendars.map(({ name }) => name)).toEqual(['Zürich 🏔️', 'Work', 'Home']);
  });

  it.each([
    ['dies', 'UPSTREAM_ERROR'],
    ['ignores its script', 'UPSTREAM_ERROR'],
    ['cuts', 'BAD_UPSTREAM_RESPONSE'],
  ] as const)('that %s is an error, never an empty list', async (misbehaves, code) => {
    const subject = await open();
    fake.setState({ ...fake.state(), misbehaves });
    await expect(scan(subject)).rejects.toMatchObject({ code });
  });

  it('is understood in every language', async () => {
    const subject = await open();
    const state = fake.state();
    const failures = [{ run: state.runs + 1, event: 2, number: -1743 }];
    fake.setState({ ...state, failures, misbehaves: 'speaks German' });
    await expect(scan(subject)).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
      info: { suggestion: expect.stringContaining('Automation') },
    });
  });

  it('names the application that macOS holds responsible', async () => {
    vi.stubEnv('__CFBundleIdentifier', 'com.example.Host');
    const subject = await open();
    const state = fake.state();
    fake.setState({ ...state, failures: [{ run: state.runs + 1, event: 1, number: -1743 }] });
    await expect(scan(subject)).rejects.toMatchObject({
      info: { suggestion: expect.stringContaining('com.example.Host') },
    });
  });

  it('is killed with everything it started at the deadline; a write is then looked up', async () => {
    const pidFile = join(fake.bin, 'child.pid');
    const hangs = `#!/bin/sh\nsleep 300 &\necho $! > ${pidFile}\nwait\n`;
    const stuck = join(fake.bin, 'stuck');
    writeFileSync(stuck, hangs, { mode: 0o755 });
    const runner = osascriptRunner({ path: stuck });
    const run = tooLate(
      () => runner.run('list-calendars', []),
      () => existsSync(pidFile) && readFileSync(pidFile, 'utf8').endsWith('\n'),
    );
    await expect(run).rejects.toMatchObject({ kind: 'deadline' });
    const pid = execFileSync('cat', [pidFile], { encoding: 'utf8' }).trim();
    await expect.poll(() => existsSync(`/proc/${pid}/cmdline`) && isRunning(pid)).toBe(false);
  });

  it('may have made the event before it was killed', async () => {
    const subject = await open();
    const careful = osascriptRunner({ path: fake.path });
    const late = await subjectOn(
      {
        ...careful,
        run: async (script, argv, signal) => {
          if (script !== 'create-event') return careful.run(script, argv, signal);
          fake.setState({ ...fake.state(), misbehaves: 'hangs' });
          const isMade = (): boolean =>
            fake.state().calendars.some(({ events }) => events[0]?.summary === 'Breakfast');
          return tooLate(() => careful.run(script, argv, signal), isMade).finally(() => {
            const { misbehaves: _, ...state } = fake.state();
            fake.setState(state);
          });
        },
      },
      'Europe/Berlin',
    );
    const receipt = await create(late, 'one', titled('one', 'Breakfast'));
    expect(receipt.ics).toContain('Breakfast');
    expect((await only(subject)).href).toBe(receipt.href);
  });

  it('is stopped when the call is cancelled', async () => {
    const cancelled = new AbortController();
    const runner = osascriptRunner({ path: '/bin/cat' });
    cancelled.abort();
    await expect(runner.run('list-calendars', [], cancelled.signal)).rejects.toMatchObject({
      kind: 'cancelled',
    });
    const stuck = join(fake.bin, 'stuck');
    writeFileSync(stuck, '#!/bin/sh\nsleep 300\n', { mode: 0o755 });
    const later = new AbortController();
    const run = osascriptRunner({ path: stuck }).run('list-calendars', [], later.signal);
    later.abort();
    await expect(run).rejects.toMatchObject({ kind: 'cancelled' });
  });

  it('is missing: that is said', async () => {
    await expect(subjectOn(osascriptRunner({ path: '/nonexistent/osascript' }), 'UTC')).rejects.toMatchObject(
      {
        code: 'CONFIGURATION',
        message: expect.stringContaining('macOS only'),
      },
    );
  });
});

/** What is begun here meets its deadline as soon as `when` holds. */
async function tooLate<T>(begin: () => Promise<T>, when: () => boolean): Promise<T> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const begun = begin();
    begun.catch(() => undefined);
    await expect.poll(when).toBe(true);
    vi.runAllTimers();
    return await begun;
  } finally {
    vi.useRealTimers();
  }
}

/** A process that was killed and not yet reaped is a zombie. */
function isRunning(pid: string): boolean {
  try {
    return !/^State:\s+Z/m.test(
      execFileSync('cat', [`/proc/${pid}/status`], { encoding: 'utf8', stdio: 'pipe' }),
    );
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
}
