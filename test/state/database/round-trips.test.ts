// @module-tag database
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { loadSettings } from '../../../src/config/settings.js';
import { wire } from '../../../src/wire.js';
import { sandbox } from '../../server/stdio-process.js';
import { makeCalendar } from '../../servers/make-calendar.js';
import { startRadicale } from '../../servers/radicale.js';
import { statementsOf } from './count-statements.js';
import { freshDatabase, server } from './fresh-database.js';

const call = { signal: new AbortController().signal };
const READ = { query: { type: 'events', filters: { when: '2026-11-30' }, fields: ['title'] } };
const make = (title: string) => ({
  mutation: {
    operation: 'create',
    data: { title, start: '2026-11-30T10:00', durationMinutes: 30 },
    allowConflicts: true,
  },
});

/** Two replicas of the program, with calendars and everything else in one database, or with an account elsewhere. */
async function replicas(account: Record<string, string> = {}) {
  const box = sandbox({ CALENDAR_DIR: '', CALENDAR_DATABASE: await freshDatabase(), ...account });
  onTestFinished(() => box.remove());
  const open = async (at: number) => {
    const env = { ...box.env, CALENDAR_STATE_DIR: `${box.root}/state${at}` };
    const { service } = await wire(await loadSettings({}, env), '0.0.0');
    onTestFinished(() => service.close());
    return service;
  };
  return [await open(0), await open(1)] as const;
}

describe.skipIf(server === null)('calls on calendars in PostgreSQL', () => {
  it('ask one question for all calendars of a read, beside the one for what the assistant made', async () => {
    const [here, there] = await replicas();
    await here.write(make('First'), call);
    await here.read(READ, call);
    expect(await statementsOf(() => here.read(READ, call))).toEqual([
      expect.stringContaining('calendar_mcp.calendars'),
      expect.stringContaining('calendar_mcp.counters'),
    ]);
    await there.write(make('Second'), call);
    const { data } = await here.read(READ, call);
    const titles = (data.events as { title: string }[]).map(({ title }) => title);
    expect(titles.sort()).toEqual(['First', 'Second']);
  });

  it('write an event with one statement among those of undo, tokens and the audit log', async () => {
    const [here] = await replicas();
    for (const title of ['First', 'Second']) await here.write(make(title), call);
    const statements = await statementsOf(() => here.write(make('Third'), call));
    expect(statements.filter((text) => text.includes('UPDATE calendar_mcp.calendars'))).toHaveLength(1);
    expect(statements.length).toBeLessThanOrEqual(14);
  });

  it.skipIf(!inject('replicas'))('on an account elsewhere ask one question of a read', async () => {
    const radicale = await startRadicale();
    onTestFinished(() => radicale.stop());
    await makeCalendar(radicale, 'Work');
    const { url, username, password } = radicale;
    const account = { CALDAV_URL: url, CALDAV_USERNAME: username, CALDAV_PASSWORD: password };
    const [here] = await replicas(account);
    for (const title of ['First', 'Second']) await here.write(make(title), call);
    for (let n = 0; n < 2; n++) await here.read(READ, call);
    expect(await statementsOf(() => here.read(READ, call))).toEqual([
      expect.stringContaining('calendar_mcp.counters'),
    ]);
    const statements = await statementsOf(() => here.write(make('Third'), call));
    expect(statements.length).toBeLessThanOrEqual(16);
  });
});
