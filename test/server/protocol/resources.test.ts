import {
  LoggingMessageNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it } from 'vitest';
import { createWatchedResources } from '../../../src/server/protocol/watched-resources.js';
import { event, ics, serviceOver } from '../../engine/service-on-memory.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { call, connect } from '../connect.js';

const DENTIST = ics(...event('UID:dentist', 'SUMMARY:Dentist', 'DTSTART:20261124T100000Z', 'DURATION:PT1H'));

async function connected() {
  const backend = createMemoryBackend({ name: 'test', calendars: [{ name: 'Work', objects: [DENTIST] }] });
  const connection = await connect(serviceOver([backend]));
  const { json } = await call(connection.client, 'search', { query: 'dentist' });
  const [{ id = '' } = {}] = json.results as { id: string }[];
  const read = async (uri: string) => {
    const [content] = (await connection.client.readResource({ uri })).contents;
    if (content === undefined || !('text' in content)) throw new Error('expected text');
    return content;
  };
  return { ...connection, id, read };
}

describe('resources', () => {
  it('are calendars, agendas, and events as text and as iCalendar', async () => {
    const { id, read } = await connected();
    expect(JSON.parse((await read('calendar://calendars')).text)).toMatchObject({
      calendars: [{ name: 'Work' }],
    });
    expect((await read('calendar://agenda/tomorrow')).text).toContain('Dentist');
    expect((await read('calendar://agenda/next%20month')).text).not.toContain('Dentist');
    expect(await read(`calendar://event/${id}`)).toMatchObject({
      mimeType: 'text/plain',
      text: expect.stringContaining('Title: Dentist'),
    });
    expect(await read(`calendar://event/${id}.ics`)).toMatchObject({
      mimeType: 'text/calendar',
      text: expect.stringContaining('SUMMARY:Dentist'),
    });
  });

  it.each([
    ['calendar://event/nope.ics', -32002],
    ['calendar://event/nope', -32002],
    ['calendar://agenda/', -32603],
    ['calendar://agenda/no%20such%20time', -32603],
    ['calendar://elsewhere', -32002],
  ])('that cannot be read are refused in plain words: %s', async (uri, code) => {
    const { read } = await connected();
    const thrown = await read(uri).catch((error) => error);
    expect(thrown.code).toBe(code);
    expect(thrown.message.match(/MCP error/g)).toHaveLength(1);
  });
});

describe('a watched resource', () => {
  it('is told of when a call changes it, and no more when it is not watched', async () => {
    const { client, id } = await connected();
    const told: string[] = [];
    client.setNotificationHandler(
      ResourceUpdatedNotificationSchema,
      ({ params }) => void told.push(params.uri),
    );
    const uris = ['calendar://agenda/tomorrow', 'calendar://agenda/today', `calendar://event/${id}`];
    for (const uri of uris) await client.subscribeResource({ uri });
    const rename = (title: string) =>
      call(client, 'calendar_write', { mutation: { operation: 'update', id, changes: { title } } });
    await rename('Dentist, late');
    await expect.poll(() => told.sort()).toEqual([uris[0], uris[2]]);
    await client.unsubscribeResource({ uri: uris[0] ?? '' });
    await rename('Dentist, early');
    await expect.poll(() => told.slice(2)).toEqual([uris[2]]);
  });

  it('that cannot be read is not watched', async () => {
    const { client } = await connected();
    await expect(client.subscribeResource({ uri: 'calendar://elsewhere' })).rejects.toMatchObject({
      code: -32002,
    });
  });

  it('is looked at while it is watched, whoever changes it', async () => {
    let text = 'one';
    const told: string[] = [];
    const watched = createWatchedResources({
      read: async () => text,
      changed: (uri) => told.push(uri),
      everyMs: 5,
    });
    await watched.watch('a');
    text = 'two';
    await expect.poll(() => told).toEqual(['a']);
    watched.unwatch('a');
    text = 'three';
    await watched.check();
    expect(told).toEqual(['a']);
    watched.stop();
  });

  it('has not changed while it cannot be read', async () => {
    let fails = false;
    const told: string[] = [];
    const watched = createWatchedResources({
      read: async () => {
        if (fails) throw new Error('gone');
        return 'text';
      },
      changed: (uri) => told.push(uri),
    });
    await watched.watch('a');
    fails = true;
    await watched.check();
    fails = false;
    await watched.check();
    expect(told).toEqual([]);
    watched.stop();
  });

  it('is one of fifty at most', async () => {
    const watched = createWatchedResources({ read: async (uri) => uri, changed: () => undefined });
    for (let at = 0; at < 50; at++) await watched.watch(`${at}`);
    await expect(watched.watch('more')).rejects.toMatchObject({ code: -32602 });
    await watched.watch('7');
    watched.stop();
  });
});

describe('the log', () => {
  it('is sent from warnings on, or from the level the client sets, without names', async () => {
    const { client, log } = await connected();
    const heard: unknown[] = [];
    client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void heard.push(params));
    log.info('too fine');
    log.warn('An account failed.', { account: 'secret name', code: 'AUTH_FAILED' });
    const first = {
      level: 'warning',
      logger: 'calendar-mcp',
      data: { message: 'An account failed.', code: 'AUTH_FAILED' },
    };
    await expect.poll(() => heard).toEqual([first]);
    await client.setLoggingLevel('debug');
    log.debug('fine');
    await expect.poll(() => heard[1]).toMatchObject({ level: 'debug', data: { message: 'fine' } });
    await client.setLoggingLevel('error');
    log.warn('no more');
    await client.ping();
    expect(heard).toHaveLength(2);
  });
});
