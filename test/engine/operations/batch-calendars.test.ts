import { describe, expect, it } from 'vitest';
import { CalendarError } from '../../../schemas/model/error.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { failureOf } from '../../thrown.js';
import { breakable } from '../failing-backend.js';
import { type Desk, desk, deskOver } from '../service-on-memory.js';

const choir = { operation: 'create', target: 'calendar', data: { title: 'Choir' } };
const rehearsal = {
  operation: 'create',
  data: { title: 'Rehearsal', start: '2026-11-26T19:00', calendar: 'Choir' },
};

async function batch(d: Desk, operations: readonly object[], over: object = {}) {
  return d.write({ mutation: { operation: 'batch', operations, ...over } });
}

async function names(d: Desk): Promise<readonly string[]> {
  const { data } = await d.read({ query: { type: 'calendars' } });
  const list: readonly { name: string }[] = Array.isArray(data.calendars) ? data.calendars : [];
  return list.map(({ name }) => name).sort();
}

async function titles(d: Desk, calendar: string): Promise<readonly string[]> {
  const { data } = await d.read({ query: { type: 'events', filters: { calendar } } });
  const list: readonly { title: string }[] = Array.isArray(data.events) ? data.events : [];
  return list.map(({ title }) => title);
}

describe('a batch with calendars and events', () => {
  const rename = { operation: 'update', target: 'calendar', id: 'Choir', changes: { title: 'Band' } };
  const gig = { operation: 'create', data: { title: 'Gig', start: '2026-11-27T19:00', calendar: 'Band' } };

  it('works in order: what it makes and renames can be named after that', async () => {
    const d = desk();
    const { data } = await batch(d, [choir, rehearsal, rename, gig]);
    expect(data).toMatchObject({ outcome: 'applied', succeeded: 4 });
    expect(await titles(d, 'Band')).toEqual(['Rehearsal', 'Gig']);
    await d.write({ mutation: { operation: 'undo', undoToken: data.undoToken } });
    expect(await names(d)).toEqual(['Home', 'Work']);
  });

  it('answers as a dry run what it would, and makes nothing', async () => {
    const d = desk();
    const { data } = await batch(d, [choir, rehearsal, rename, gig], { dryRun: true });
    expect(data).toMatchObject({ outcome: 'not_applied', failed: 0 });
    expect(await names(d)).toEqual(['Home', 'Work']);
  });

  it('takes all of it back when it is atomic', async () => {
    const d = desk();
    const missing = { operation: 'delete', id: 'nothing' };
    const error = await failureOf(batch(d, [choir, rehearsal, missing], { atomic: true }));
    expect(error.info).toMatchObject({ outcome: 'not_applied', path: '/mutation/operations/2' });
    expect(await names(d)).toEqual(['Home', 'Work']);
  });

  it('asks before it deletes a calendar, and does so with the token', async () => {
    const d = desk();
    await batch(d, [choir, rehearsal]);
    const remove = { operation: 'delete', target: 'calendar', id: 'Choir' };
    const lunch = {
      operation: 'create',
      data: { title: 'Lunch', start: '2026-11-27T12:00', calendar: 'Work' },
    };
    const asked = await failureOf(batch(d, [lunch, remove], { atomic: true }));
    expect(asked.code).toBe('CONFIRMATION_REQUIRED');
    const confirmToken = asked.info.pendingAction?.token;
    await batch(d, [lunch, remove], { atomic: true, confirmToken });
    expect(await names(d)).toEqual(['Home', 'Work']);
    expect(await titles(d, 'Work')).toEqual(['Lunch']);
  });

  it('brings back what it deleted for good when it is atomic and fails', async () => {
    const store = breakable(
      createMemoryBackend({ name: 'test', calendars: [{ name: 'Work', objects: [] }] }),
    );
    const d = deskOver([store.backend]);
    await batch(d, [choir, rehearsal]);
    const remove = { operation: 'delete', target: 'calendar', id: 'Choir', soft: false };
    const lunch = {
      operation: 'create',
      data: { title: 'Lunch', start: '2026-11-27T12:00', calendar: 'Work' },
    };
    const asked = await failureOf(batch(d, [remove, lunch], { atomic: true }));
    const confirmToken = asked.info.pendingAction?.token;
    store.failWrite = { n: 1, error: new CalendarError('QUOTA_EXCEEDED', 'Full.'), after: false };
    const error = await failureOf(batch(d, [remove, lunch], { atomic: true, confirmToken }));
    expect(error.info).toMatchObject({ outcome: 'not_applied', path: '/mutation/operations/1' });
    expect(await names(d)).toEqual(['Choir', 'Work']);
    expect(await titles(d, 'Choir')).toEqual(['Rehearsal']);
  });

  it('can be undone but for what it deleted for good', async () => {
    const d = desk();
    await batch(d, [choir, rehearsal]);
    const remove = { operation: 'delete', target: 'calendar', id: 'Choir', soft: false };
    const lunch = {
      operation: 'create',
      data: { title: 'Lunch', start: '2026-11-27T12:00', calendar: 'Work' },
    };
    const asked = await batch(d, [lunch, remove], { dryRun: true });
    const { data } = await batch(d, [lunch, remove], { confirmToken: asked.data.confirmToken });
    expect(data).toMatchObject({ outcome: 'applied', succeeded: 2 });
    await d.write({ mutation: { operation: 'undo', undoToken: data.undoToken } });
    expect(await names(d)).toEqual(['Home', 'Work']);
    expect(await titles(d, 'Work')).toEqual([]);
  });

  it('says what is wrong with an operation on a calendar where it stands', async () => {
    const wrong = { operation: 'create', target: 'calendar', data: { title: 'Choir', start: 'tomorrow' } };
    const { info } = await failureOf(batch(desk(), [rehearsal, wrong]));
    expect(info.path).toBe('/mutation/operations/1/data/start');
  });
});
