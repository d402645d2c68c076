import { describe, expect, it } from 'vitest';
import { call } from '../connect.js';
import { eachOnNewServer, everything, idsByTitle, type Json, legacy, server } from './legacy-server.js';

eachOnNewServer();

describe('answers', () => {
  it('search-events: title, notes and place, at any time', async () => {
    const far = { title: 'Dentist again', startDate: '2031-01-07 10:00', endDate: '2031-01-07 11:00' };
    await legacy('create-event', far);
    const { json } = await legacy('search-events', { query: 'DENTIST' });
    expect(json).toMatchObject({ calendar: 'Personal', query: 'DENTIST' });
    expect((json.events as Json[]).map(({ title }) => title).sort()).toEqual(['Dentist', 'Dentist again']);
    const work = await legacy('search-events', { query: 'dentist', calendar: 'Work' });
    expect(work.json.events).toMatchObject([{ title: 'Review A' }]);
    expect((await legacy('search-events', { query: 'nothing like it' })).json.events).toEqual([]);
  });

  it('create-batch-events counts what is wrong, and creates the others', async () => {
    const tea = { title: 'Tea', startDate: '2026-11-24 16:00', endDate: '2026-11-24 17:00' };
    const wrong = [
      { ...tea, title: 'Late', endDate: '2026-11-24 15:00' },
      { ...tea, title: 'Never', startDate: '2026-13-24 16:00' },
      { ...tea, title: 'Soon', startDate: 'soon' },
      { ...tea, title: ' ' },
    ];
    const { failed, json } = await legacy('create-batch-events', {
      events: [wrong[0], tea, ...wrong.slice(1)],
    });
    expect(failed).toBe(false);
    expect(json).toMatchObject({ successCount: 1, failCount: 4, calendar: 'Work' });
    expect((json.results as Json[]).map(({ title, error }) => [title, error])).toEqual([
      ['Late', 'The event ends before it starts.'],
      ['Tea', undefined],
      ['Never', 'There is no such start.'],
      ['Soon', '`startDate` must be a time such as 2026-11-24 09:00.'],
      ['', '`title` is empty.'],
    ]);
    expect((await everything(server.client)).filter((row) => row.includes('Tea'))).toHaveLength(1);
    expect(await legacy('create-batch-events', { events: wrong })).toMatchObject({
      failed: true,
      json: { outcome: 'not_applied', path: '/events/0' },
    });
  });

  it('delete-events-by-keyword only with confirm', async () => {
    const before = await everything(server.client);
    const asked = await legacy('delete-events-by-keyword', { keyword: 'review' });
    expect(asked.failed).toBe(true);
    expect(asked.json).toMatchObject({
      requiresConfirmation: true,
      keyword: 'review',
      calendar: 'Work',
      matches: 3,
      outcome: 'not_applied',
      suggestion: expect.stringContaining('confirm: true'),
    });
    expect(await everything(server.client)).toEqual(before);
    const { json } = await legacy('delete-events-by-keyword', { keyword: 'review', confirm: true });
    expect(json).toMatchObject({ deletedCount: 3, keyword: 'review', calendar: 'Work' });
    expect((await everything(server.client)).join()).not.toContain('Review');
    const series = await legacy('delete-events-by-keyword', { keyword: 'standup', confirm: true });
    expect(series.json).toMatchObject({ deletedCount: 1 });
    expect((await everything(server.client)).join()).not.toContain('Standup');
    const none = await legacy('delete-events-by-keyword', { keyword: 'standup', confirm: true });
    expect(none.json).toMatchObject({ deletedCount: 0 });
  });

  it('delete-events-by-keyword deletes no series of which only some occurrences match', async () => {
    const id = (await idsByTitle()).get('Standup')?.replace('20261123', '20261126');
    const renamed = { operation: 'update', id, scope: 'this', changes: { title: 'Sprint review' } };
    await call(server.client, 'calendar_write', { mutation: renamed });
    const before = await everything(server.client);
    const { json } = await legacy('delete-events-by-keyword', { keyword: 'review', confirm: true });
    expect(json).toMatchObject({ code: 'INVALID_ARGUMENT', outcome: 'not_applied' });
    expect(await everything(server.client)).toEqual(before);
    const { mutation } = json.example as { mutation: Json };
    const { failed } = await call(server.client, 'calendar_write', { mutation });
    expect(failed).toBe(false);
    expect((await everything(server.client)).filter((row) => row.includes('Standup'))).toHaveLength(9);
  });

  it('fix-event-times touches only that day', async () => {
    const corrections = [
      { keyword: 'review', newStartTime: '14:00', newEndTime: '15:30' },
      { keyword: 'standup', newStartTime: '10:00', newEndTime: '10:10' },
      { keyword: 'nothing', newStartTime: '10:00', newEndTime: '10:10' },
    ];
    const { json } = await legacy('fix-event-times', {
      calendar: 'Work',
      datePattern: '2026-11-26',
      corrections,
    });
    expect(json).toMatchObject({
      successCount: 3,
      failCount: 0,
      calendar: 'Work',
      datePattern: '2026-11-26',
      results: [
        { keyword: 'review', fixedCount: 2, newStartTime: '14:00', newEndTime: '15:30' },
        { keyword: 'standup', fixedCount: 1 },
        { keyword: 'nothing', fixedCount: 0, error: expect.any(String) },
      ],
    });
    const rows = (await everything(server.client)).map((row) => JSON.parse(row) as Json);
    const starts = (title: string) =>
      rows
        .filter((row) => row.title === title)
        .map(({ start }) => start)
        .sort();
    expect(starts('Review A')).toEqual(['2026-11-26T14:00+01:00']);
    expect(starts('Review B')).toEqual(['2026-11-26T14:00+01:00']);
    expect(starts('Review C')).toEqual(['2026-12-03T10:00+01:00']);
    expect(starts('Standup').filter((start) => String(start).includes('T10:00'))).toEqual([
      '2026-11-26T10:00+01:00',
    ]);
    expect(starts('Standup')).toHaveLength(10);
  });
});
