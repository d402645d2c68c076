// @module-tag programs
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { textOf, titled } from '../../conformance/events.js';
import { never, required, scan } from '../../conformance/subject.js';
import { bundle } from './bundle.js';
import { backendOn, temporaryFolder } from './folder.js';

const KILLS = 20;
/** A machine may be so busy that a kill comes after the write it is meant for. */
const MOST_KILLS = 10 * KILLS;

it('leaves whole files when it is killed in the middle of a write, and sweeps the rest away', async () => {
  const program = await bundle('endless-writer');
  const dir = temporaryFolder();
  for (const name of ['A', 'B']) mkdirSync(join(dir, name));
  writeFileSync(join(dir, 'A', 'one.ics'), titled('one', 'start'));
  let leftovers = 0;
  let acknowledged = 0;
  for (let kill = 0; kill < KILLS || (leftovers === 0 && kill < MOST_KILLS); kill++) {
    const said = await runAndKill(program, dir, 2 + (kill % 3));
    acknowledged += said.length;
    leftovers += hidden(dir).length;
    const stored = textOf(readFileSync(join(dir, 'A', 'one.ics'), 'utf8'), 'SUMMARY');
    const last = said.at(-1);
    if (last !== undefined) expect([last, next(last)]).toContain(stored);
    const backend = backendOn(dir);
    for (const calendar of await backend.calendars({ signal: never })) {
      const { objects, unreadable } = await scan({ backend, calendar });
      expect(unreadable).toEqual([]);
      expect(objects.every(({ ics }) => ics.endsWith('END:VCALENDAR\r\n'))).toBe(true);
    }
    // Locks and temporary files are gone as soon as the store is opened, but for a lock that is not written yet.
    expect(hidden(dir).filter((path) => readFileSync(path, 'utf8') !== '')).toEqual([]);
  }
  const backend = backendOn(dir);
  const [a, b] = await backend.calendars({ signal: never });
  const idsOf = async (calendar: typeof a) =>
    (await scan({ backend, calendar: required(calendar) })).objects.map(({ ics }) => textOf(ics, 'UID'));
  const [inA, inB] = [await idsOf(a), await idsOf(b)];
  expect(inA).toContain('one');
  expect(new Set(inA).size).toBe(inA.length);
  expect(new Set(inB).size).toBe(inB.length);
  // Neither number may be zero, or nothing was tested.
  expect(acknowledged).toBeGreaterThan(KILLS);
  expect(leftovers).toBeGreaterThan(0);
});

/** The words it acknowledged before it was killed: in the write after the given number of them. */
async function runAndKill(program: string, dir: string, words: number): Promise<readonly string[]> {
  const child = spawn(process.execPath, [program, dir], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  const spoke = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.split('\n').length > words) resolve();
    });
  });
  const closed = new Promise<void>((resolve) => child.on('close', () => resolve()));
  await Promise.race([spoke, closed]);
  await Promise.race([nextHidden(join(dir, 'A')), closed]);
  child.kill('SIGKILL');
  await closed;
  return output.split('\n').slice(0, -1);
}

/** Waits until a file is written under its temporary name. */
function nextHidden(folder: string): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(folder, (_, name) => {
      if (!name?.startsWith('.')) return;
      watcher.close();
      resolve();
    });
  });
}

function next(round: string): string {
  const [pid, version] = round.split('-');
  return `${pid}-${Number(version) + 1}`;
}

function hidden(dir: string): readonly string[] {
  return ['A', 'B'].flatMap((folder) =>
    readdirSync(join(dir, folder))
      .filter((name) => name.startsWith('.'))
      .map((name) => join(dir, folder, name)),
  );
}
