import { join } from 'node:path';
import { expect } from 'vitest';
import type { Policy } from '../../../schemas/model/policy.js';
import { zoneOf } from '../../../src/calendar/zones/zone.js';
import type { AuditedChange } from '../../../src/ports/audit-log.js';
import type { Backend } from '../../../src/ports/backend.js';
import type { AuditLine } from '../../../src/state/audit/audit-files.js';
import { createFileAuditLog } from '../../../src/state/audit/file-audit-log.js';
import { readAuditLog } from '../../../src/state/audit/read-audit-log.js';
import { createFileStore } from '../../../src/state/file-store.js';
import { fixedClock } from '../../../src/system/system-clock.js';
import { temporaryFolder } from '../../backends/local/folder.js';
import { required } from '../../conformance/subject.js';
import { type Desk, deskOver } from '../../engine/service-on-memory.js';
import { NOW } from '../series/address.js';
import type { Told } from './model.js';

const CLOCK = fixedClock(NOW, required(zoneOf('Europe/Berlin')));

/** Services over one account, one state and one audit log. */
export async function auditedDesks(start: () => Promise<Backend>) {
  const folder = temporaryFolder();
  const dir = join(folder, 'audit');
  const startState = () => createFileStore(join(folder, 'state'), CLOCK);
  let [backend, state] = [await start(), startState()];
  const open = (policy: Policy): Desk => {
    const audit = createFileAuditLog(dir, { keepDays: 9, maxMegabytes: 9 }, Date.now);
    return deskOver([backend], { policy }, undefined, () => state, audit);
  };
  /** Closes nothing, as after a crash. */
  async function restart(): Promise<void> {
    [backend, state] = [await start(), startState()];
  }

  return { open, restart, dir };
}

/**
 * Expects the end of each call in the log, in order. A change must follow its announcement, and refused calls change
 * nothing. Calls whose process was killed may lack an end, or have one that the caller never received.
 */
export async function expectLogOf(dir: string, told: Told, kills = 0): Promise<void> {
  const lines: AuditLine[] = [];
  const { broken, isTorn } = await readAuditLog(dir, (line) => lines.push(line));
  expect({ broken, isTorn }).toEqual({});
  const ended = lines.filter(({ type }) => type === 'ended');
  const outcomes = ended.map(({ code, outcome }) => (code === undefined ? outcome : `${code} ${outcome}`));
  if (kills === 0) expect(outcomes).toEqual(told);
  else expect(untold(outcomes, told)).toBeLessThanOrEqual(kills);
  const applied = ended.filter(({ outcome }) => outcome === 'applied');
  for (const line of ended) if (!applied.includes(line)) expectReverted(line.changes as AuditedChange[]);
  const begun = lines.filter(({ type }) => type === 'began').map(({ call }) => call);
  const changing = applied.filter(({ changes }) => Array.isArray(changes) && changes.length > 0);
  expect(begun).toEqual(expect.arrayContaining(changing.map(({ call }) => call)));
  const calls = ended.map(({ call }) => call);
  expect(begun.filter((call) => !calls.includes(call)).length).toBeLessThanOrEqual(kills);
}

/** The number of extra outcomes in the log; every received one must be there. */
function untold(outcomes: readonly unknown[], told: Told): number {
  let at = 0;
  for (const outcome of outcomes) if (outcome === told[at]) at++;
  expect(told.slice(at)).toEqual([]);
  return outcomes.length - at;
}

/** Each event ends as it began: an atomic write that failed was undone. */
function expectReverted(changes: readonly AuditedChange[]): void {
  for (const { id } of changes) {
    const ofOne = changes.filter((change) => change.id === id);
    expect(ofOne.at(-1)?.after).toBe(ofOne[0]?.before);
  }
}
