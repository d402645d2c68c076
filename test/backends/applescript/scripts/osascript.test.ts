// @module-tag programs
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { osascriptRunner } from '../../../../src/backends/applescript/scripts/osascript-runner.js';
import { titled } from '../../../conformance/events.js';
import { create, remove, replace, scan } from '../../../conformance/subject.js';
import { type ServedOsascript, serveOsascript } from '../simulated/served-osascript.js';
import { emptyCalendar, type SimulatedState } from '../simulated/simulated-state.js';
import { subjectOn } from '../simulated/subject.js';

let state: SimulatedState;
let served: ServedOsascript;
let folder = '';
beforeEach(async () => {
  state = emptyCalendar(['Zürich 🏔️', 'Work', 'Home']);
  served = await serveOsascript(state);
  folder = mkdtempSync(join(tmpdir(), 'osascript-'));
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
  await served.close();
});

/** A program that behaves as a shell script says, and the runner of it. */
function behaving(script: string) {
  const path = join(folder, 'osascript');
  writeFileSync(path, `#!/bin/bash\n${script}\n`, { mode: 0o755 });
  return osascriptRunner({ path });
}

describe('osascript, as a process', () => {
  it('is found on PATH, and takes text of every script and length', async () => {
    vi.stubEnv('PATH', `${dirname(served.path)}:${process.env.PATH}`);
    const subject = await subjectOn(osascriptRunner({ path: 'osascript' }), 'Europe/Berlin');
    const title = `Ünïcode 🧑‍🚀 " \\ $HOME\n${'長い '.repeat(20_000)}`.trim();
    await create(subject, 'one', titled('one', title));
    expect(state.calendars[1]?.events[0]?.summary).toBe(title);
    const calendars = await subject.backend.calendars({ signal: new AbortController().signal });
    expect(calendars.map(({ name }) => name)).toEqual(['Zürich 🏔️', 'Work', 'Home']);
  });

  it('stores, changes and deletes an event, with texts that look like options or nothing', async () => {
    const subject = await subjectOn(osascriptRunner({ path: served.path }), 'Europe/Berlin');
    const before = await create(subject, 'one', titled('one', '-e "x" %s'));
    const after = await replace(subject, before, titled('one', ''));
    expect(state.calendars[1]?.events).toMatchObject([{ summary: '' }]);
    expect((await scan(subject)).objects).toMatchObject([{ etag: after.etag, ics: after.ics }]);
    await remove(subject, after);
    expect((await scan(subject)).objects).toEqual([]);
  });

  it.each([
    ['dies', 'kill -9 $$', 'UPSTREAM_ERROR'],
    ['ignores its script', 'exit 1', 'UPSTREAM_ERROR'],
    ['is cut off', `printf 'A\\x1fB\\x1f\\x1eEND'`, 'BAD_UPSTREAM_RESPONSE'],
    ['speaks German', 'echo "-:1: Fehler: Nicht erlaubt. (-1743)" >&2; exit 1', 'PERMISSION_DENIED'],
  ])('that %s is an error, never an empty list', async (_, script, code) => {
    vi.stubEnv('__CFBundleIdentifier', 'com.example.Host');
    // Its calendars are known, and the next script is the other program's.
    const runner = { ...osascriptRunner({ path: served.path }) };
    const subject = await subjectOn(runner, 'Europe/Berlin');
    runner.run = behaving(`cat >/dev/null; ${script}`).run;
    const suggestion = expect.stringMatching(
      code === 'PERMISSION_DENIED' ? 'Automation.*com.example.Host' : '.',
    );
    await expect(scan(subject)).rejects.toMatchObject({ code, info: { suggestion } });
  });

  it('is killed with everything it started at the deadline', async () => {
    const pidFile = join(folder, 'child.pid');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const run = behaving(`sleep 300 &\necho $! > ${pidFile}\nwait`).run('list-calendars', []);
    const ended = expect(run).rejects.toMatchObject({ kind: 'deadline' });
    await expect.poll(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8').endsWith('\n')).toBe(true);
    vi.runAllTimers();
    await ended;
    const pid = readFileSync(pidFile, 'utf8').trim();
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it('is stopped when the call is cancelled, also before it has begun', async () => {
    const cancelled = new AbortController();
    const run = behaving('sleep 300').run('list-calendars', [], cancelled.signal);
    cancelled.abort();
    await expect(run).rejects.toMatchObject({ kind: 'cancelled' });
    const late = osascriptRunner({ path: '/bin/cat' }).run('list-calendars', [], cancelled.signal);
    await expect(late).rejects.toMatchObject({ kind: 'cancelled' });
  });

  it('is missing: that is said', async () => {
    const missing = subjectOn(osascriptRunner({ path: '/nonexistent/osascript' }), 'UTC');
    const message = expect.stringContaining('macOS only');
    await expect(missing).rejects.toMatchObject({ code: 'CONFIGURATION', message });
  });
});

/** A process that was killed and not yet reaped is a zombie. */
function isRunning(pid: string): boolean {
  return existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
}
