import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadSettings } from '../../../src/config/settings.js';
import { readResource } from '../../../src/server/protocol/resources.js';
import { wire } from '../../../src/wire.js';
import { failureOf } from '../../thrown.js';

const CONTEXT = { signal: new AbortController().signal };
const SAID = 'No account is configured';
const root = mkdtempSync(join(tmpdir(), 'calendar-nothing-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function serviceIn(folder: string, env: Record<string, string> = {}, flags = {}) {
  const home = join(root, folder);
  const given = { XDG_DATA_HOME: join(home, 'd'), XDG_STATE_HOME: join(home, 's'), XDG_CONFIG_HOME: home };
  const settings = await loadSettings(flags, { ...given, ...env }, 'linux');
  return (await wire(settings, '0')).service;
}

const READS = [
  { type: 'events' },
  { type: 'events', format: 'agenda' },
  { type: 'events', mode: 'count' },
  { type: 'events', mode: 'search', filters: { text: 'dentist' } },
  { type: 'events', format: 'ics' },
  { type: 'events', filters: { deleted: true } },
  { type: 'freebusy' },
  { type: 'calendars' },
];
const ANALYSES = [
  { type: 'attention' },
  { type: 'availability', params: { durationMinutes: 30 } },
  { type: 'conflicts' },
  { type: 'time_stats' },
  { type: 'duplicates' },
  { type: 'parse_text', params: { text: 'cancel the dentist on friday' } },
  { type: 'status' },
];
const URIS = ['calendar://calendars', 'calendar://agenda/today'];
const LOG = { debug: () => undefined, info: () => undefined, warn: () => undefined };

describe('a server without configuration', () => {
  it('says so in every answer until it has an event', async () => {
    const service = await serviceIn('fresh');
    const answers = async (): Promise<readonly string[]> => [
      ...(await Promise.all(READS.map((query) => service.read({ query }, CONTEXT)))).map((one) =>
        JSON.stringify(one),
      ),
      ...(await Promise.all(ANALYSES.map((analysis) => service.analyze({ analysis }, CONTEXT)))).map((one) =>
        JSON.stringify(one),
      ),
      JSON.stringify(await service.search({ query: 'dentist' }, CONTEXT)),
      ...(await Promise.all(URIS.map((uri) => readResource(uri, { service, log: LOG }, CONTEXT)))).map(
        (one) => JSON.stringify(one),
      ),
    ];
    const without = async () => (await answers()).filter((text) => !text.includes(SAID));
    expect(await without()).toEqual([]);
    for (const call of [
      () => service.fetch({ id: 'x' }, CONTEXT),
      () => service.write({ mutation: { operation: 'delete', id: 'x' } }, CONTEXT),
      () => service.write({ mutation: { operation: 'delete', filters: { title: 'x' } } }, CONTEXT),
    ])
      expect(JSON.stringify((await failureOf(call())).info)).toContain(SAID);
    const data = { title: 'Dentist', start: 'tomorrow 9:00' };
    const { data: made } = await service.write({ mutation: { operation: 'create', data } }, CONTEXT);
    expect((await answers()).filter((text) => text.includes(SAID))).toEqual([]);
    // Not before the first event, and again where it is gone for good.
    const mutation = { operation: 'delete', id: made.id, soft: false };
    const { info } = await failureOf(service.write({ mutation }, CONTEXT));
    await service.write({ mutation: { ...mutation, confirmToken: info.pendingAction?.token } }, CONTEXT);
    expect(await without()).toEqual([]);
  });

  it.each([
    ['a folder is named', { CALENDAR_DIR: join(root, 'named') }, { create: true }],
    ['the local folder is asked for', {}, { backend: 'local' }],
  ])('is one no more where %s', async (name, env, flags) => {
    const service = await serviceIn(name, env, flags);
    expect(JSON.stringify(await service.read({ query: { type: 'events' } }, CONTEXT))).not.toContain(SAID);
  });
});
