// @module-tag programs
import { spawnSync } from 'node:child_process';
import { afterEach, expect, it } from 'vitest';
import { startOsascript } from '../../../src/backends/eventkit/process/child.js';
import { textOf, titled } from '../../conformance/events.js';
import { create, never, type Subject, scan } from '../../conformance/subject.js';
import { deadlineFor, PATIENCE_MS } from '../../patience.js';
import { type StandIn, standIn } from './simulated/stand-in.js';
import { emptyKit, type Oddities } from './simulated/state.js';
import { subjectOn } from './simulated/subject.js';

let osascript: StandIn;
let subject: Subject;

async function open(): Promise<void> {
  osascript = await standIn(emptyKit(['Work', 'Home'], { restamps: true }));
  subject = await subjectOn(() => startOsascript(osascript.path), PATIENCE_MS);
}

/** Gives a child that hangs several times as long as others need. */
async function openWithDeadline(): Promise<void> {
  const deadlineMs = await deadlineFor(open, 1500);
  await subject.close();
  subject = await subjectOn(() => startOsascript(osascript.path), deadlineMs);
}
const be = (oddities: Oddities): void => osascript.change((state) => Object.assign(state.oddities, oddities));
const titles = async () => (await scan(subject)).objects.map(({ ics }) => textOf(ics, 'SUMMARY'));

afterEach(async () => {
  await subject.close();
  // `ps` lists a killed process for a moment.
  await expect.poll(() => running(osascript.path)).toEqual([]);
  osascript.remove();
});

/** Processes that were started under this path. */
function running(path: string): readonly string[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line.includes(path));
}

it.each(['half a line', 'dies', 'two lines', 'no JSON'] as const)(
  'asks again after an answer with %s, and fails when the second one is no better',
  async (how) => {
    await open();
    await create(subject, 'one', titled('one', 'Breakfast'));
    be({ spoils: { how, times: 1 } });
    expect(await titles()).toEqual(['Breakfast']);
    be({ spoils: { how, times: 2 } });
    await expect(titles()).rejects.toMatchObject({ name: 'CalendarError' });
    expect(await titles()).toEqual(['Breakfast']);
  },
);

it('gives up a child that does not answer, and asks another one next time', async () => {
  await openWithDeadline();
  await create(subject, 'one', titled('one', 'Breakfast'));
  be({ spoils: { how: 'no answer', times: 1 } });
  await expect(titles()).rejects.toMatchObject({ code: 'TIMEOUT' });
  expect(await titles()).toEqual(['Breakfast']);
});

it('creates nothing twice after a child died behind its commit', async () => {
  await open();
  be({ endsAtCommit: 'dies after' });
  const { ics } = await create(subject, 'one', titled('one', 'Breakfast'));
  expect(textOf(ics, 'UID')).toBe('one');
  await expect(create(subject, 'one', titled('one', 'Breakfast'))).rejects.toMatchObject({
    code: 'ALREADY_EXISTS',
  });
  expect(await titles()).toEqual(['Breakfast']);
});

it('does not know what became of a create whose child hangs before its commit', async () => {
  await openWithDeadline();
  be({ endsAtCommit: 'hangs before' });
  await expect(create(subject, 'one', titled('one', 'Breakfast'))).rejects.toMatchObject({
    info: { outcome: 'unknown' },
  });
  expect(await titles()).toEqual([]);
});

it('leaves a caller who gives up, and goes on', async () => {
  await open();
  await create(subject, 'one', titled('one', 'Breakfast'));
  be({ slowMs: 300 });
  const call = subject.backend.target.compileRead(
    {
      range: { from: Date.UTC(2026, 2, 10), to: Date.UTC(2026, 2, 11) },
      pushed: [],
      residual: { kind: 'and', of: [] },
    },
    subject.calendar,
  );
  await expect(subject.backend.scan(call, { signal: AbortSignal.timeout(50) })).rejects.toMatchObject({
    code: 'CANCELLED',
  });
  expect((await subject.backend.scan(call, { signal: never })).objects).toHaveLength(1);
});
