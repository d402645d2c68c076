import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  type AppleScriptBackendOptions,
  createAppleScriptBackend,
} from '../../src/backends/applescript/applescript-backend.js';
import { type Probe, probeReading, probeScripts, probeWrites } from '../../src/backends/applescript/probe.js';
import { zoneOf } from '../../src/calendar/zone.js';
import { createMemoryStore } from '../../src/state/memory-store.js';
import { never, required } from '../conformance/subject.js';
import { emptyCalendar, type Oddities, type SimulatedState } from './simulated-calendar.js';
import { simulatedRunner } from './simulated-runner.js';

function backendOn(state: SimulatedState) {
  const options: AppleScriptBackendOptions = {
    name: 'mac',
    zone: required(zoneOf('UTC')),
    state: createMemoryStore({ now: () => 0, timeZone: () => 'UTC' }),
    runner: simulatedRunner(state),
  };
  return createAppleScriptBackend(options);
}

async function writesOn(oddities: Oddities): Promise<{ probes: readonly Probe[]; state: SimulatedState }> {
  const state = emptyCalendar(['Test'], oddities);
  const backend = backendOn(state);
  const [calendar] = await backend.calendars(never);
  return { probes: await probeWrites(backend, required(calendar), never), state };
}

function failed(probes: readonly Probe[]): readonly string[] {
  return probes.filter(({ status }) => status !== 'ok').map(({ name, detail }) => `${name}: ${detail}`);
}

it('tells what Calendar stores otherwise, and leaves nothing behind', async () => {
  const { probes, state } = await writesOn({});
  expect(failed(probes)).toEqual([]);
  expect(probes).toHaveLength(18);
  expect(state.calendars[0]?.events).toEqual([]);

  expect(failed((await writesOn({ inclusiveEnds: true })).probes)).toContain(
    'an all-day event: UNSUPPORTED, not_applied',
  );
  expect(failed((await writesOn({ skipsIgnored: true })).probes)).toEqual([
    'an excluded date: UNSUPPORTED, not_applied',
  ]);
  expect(failed((await writesOn({ seriesSurvive: true })).probes)).toContain(
    'delete a series with an end: OUTCOME_UNKNOWN, unknown',
  );
  expect(failed((await writesOn({ defaultAlarm: -15 })).probes)).toContain(
    'a timed event: stored with differences',
  );
});

it('tells what is not allowed, by number', async () => {
  const state = emptyCalendar(['Test']);
  state.failures.push({ run: 1, event: 1, number: -1743 });
  expect(failed(await probeReading(backendOn(state), never))).toEqual([
    'list calendars: PERMISSION_DENIED, reported -1743',
  ]);
  expect(await probeReading(backendOn(emptyCalendar(['A', 'B'])), never)).toMatchObject([
    { name: 'list calendars', status: 'ok', detail: '2, 2 writable' },
    ...Array.from({ length: 4 }, () => ({ status: 'ok', detail: '0 objects, 0 unreadable' })),
  ]);
});

it('has every script compiled', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'osacompile-'));
  try {
    const tool = join(dir, 'tool');
    writeFileSync(tool, '#!/bin/sh\ncat > /dev/null\n[ "$1" = -productVersion ] && echo 26.1\nexit 0\n');
    chmodSync(tool, 0o755);
    const probes = await probeScripts(tool, tool);
    expect(failed(probes)).toEqual([]);
    expect(probes.map(({ name }) => name)).toContain('compile update-event');
    writeFileSync(
      tool,
      '#!/bin/sh\ncat > /dev/null\necho "-:1: error: Expected end of line (-2741)" >&2\nexit 1\n',
    );
    expect(failed(await probeScripts(tool, tool))).toContain('compile update-event: reported -2741');
  } finally {
    rmSync(dir, { recursive: true });
  }
});
