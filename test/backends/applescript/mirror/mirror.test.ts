import { describe, expect, it, vi } from 'vitest';
import { required } from '../../../conformance/subject.js';
import {
  CHECK,
  COLUMNS,
  eachInNewWorld,
  event,
  here,
  known,
  LIST,
  READ,
  text,
  titles,
} from './known-world.js';
import { ask, DAY, MINUTE, mirrorWorld, NOW, TODAY } from './mirror-world.js';

eachInNewWorld();

/** As somebody changes an event in Calendar. */
function change(n: number, summary: string): void {
  Object.assign(event(n), { summary, 'stamp date': here.world.clock - 5000 });
}

describe('the scripts that a read costs', () => {
  it('first: the columns of the asked calendar, and the events of the window', async () => {
    const backend = await known();
    expect(here.world.asked()).toEqual({ scripts: [LIST, COLUMNS, READ], events: 3 });
    expect(titles(await ask(backend, { range: TODAY }))).toEqual(['Event 0', 'Event 1', 'Event 2']);
  });

  it('again within a minute: none', async () => {
    const backend = await known();
    here.world.asked();
    here.world.clock += 59_000;
    await ask(backend, { range: TODAY });
    expect(here.world.asked().scripts).toEqual([]);
  });

  it('later, where nothing changed: one for the list of calendars and one for each asked calendar', async () => {
    const backend = await known();
    here.world.asked();
    here.world.clock += 61_000;
    await ask(backend, { range: TODAY });
    expect(here.world.asked().scripts).toEqual([LIST, CHECK]);
    await ask(backend, { range: TODAY });
    expect(here.world.asked().scripts).toEqual([]);
  });

  it('after a change: the columns, and what changed', async () => {
    const backend = await known();
    here.world.asked();
    here.world.clock += 61_000;
    change(1, 'Moved');
    expect(titles(await ask(backend, { range: TODAY }))).toEqual(['Event 0', 'Event 2', 'Moved']);
    expect(here.world.asked()).toEqual({ scripts: [LIST, CHECK, COLUMNS, READ], events: 1 });
  });

  it('after a change of what is not asked about: the columns only', async () => {
    const backend = await known();
    here.world.asked();
    here.world.clock += 61_000;
    change(30, 'Elsewhere');
    await ask(backend, { range: TODAY });
    expect(here.world.asked().scripts).toEqual([LIST, CHECK, COLUMNS]);
  });

  it('after something was deleted or added: the columns, and what is new', async () => {
    const backend = await known();
    here.world.asked();
    here.world.clock += 61_000;
    required(here.world.simulated.calendars[0]).events.splice(0, 1);
    here.world.put({ summary: 'New' });
    expect(titles(await ask(backend, { range: TODAY }))).toEqual(['Event 1', 'Event 2', 'New']);
    expect(here.world.asked()).toEqual({ scripts: [LIST, CHECK, COLUMNS, READ], events: 1 });
  });

  it('after a restart: no event is read again', async () => {
    await (await known()).close();
    here.world.asked();
    here.world.clock += 2 * MINUTE;
    const backend = await here.world.open();
    expect(titles(await ask(backend, { range: TODAY }))).toHaveLength(3);
    expect(here.world.asked()).toEqual({ scripts: [LIST, CHECK], events: 0 });
    change(2, 'Moved');
    here.world.clock += 2 * MINUTE;
    expect(titles(await ask(await here.world.open(), { range: TODAY }))).toContain('Moved');
    expect(here.world.asked()).toEqual({ scripts: [LIST, CHECK, COLUMNS, READ], events: 1 });
  });

  it('a search over everything: what is not there yet, and then nothing', async () => {
    const backend = await known();
    here.world.asked();
    expect(titles(await ask(backend, { where: text('event 49') }))).toEqual(['Event 49']);
    expect(here.world.asked()).toEqual({ scripts: [READ, READ], events: 47 });
    await ask(backend, { calendar: 'Home' });
    here.world.asked();
    here.world.clock += 2 * MINUTE;
    for (const [calendar, value, found] of [
      ['Work', 'event 49', 1],
      ['Work', 'nowhere', 0],
      ['Home', 'CAFE', 1],
    ] as const) {
      expect((await ask(backend, { calendar, where: text(value) })).objects).toHaveLength(found);
    }
    expect(here.world.asked()).toEqual({ scripts: [LIST, CHECK, CHECK], events: 0 });
  });

  it('never touches a calendar that is not asked about, nor anything without a question', async () => {
    const backend = await known();
    const { argv } = required(here.world.runner.runs.at(-1));
    expect(argv[0]).toBe('=Work');
    expect(here.world.runner.runs.filter((run) => run.argv[0] === '=Home')).toEqual([]);
    here.world.asked();
    const schedule = vi.fn(() => () => undefined);
    const served = await here.world.open({ schedule });
    served.startSync();
    expect(here.world.asked().scripts).toEqual([]);
    expect(schedule).not.toHaveBeenCalled();
    await backend.close();
  });

  it('a few events by address: they alone, unless the copy is fresh', async () => {
    const backend = await known();
    const [one] = (await ask(backend, { range: TODAY })).objects;
    here.world.asked();
    const hrefs = [required(one).href];
    expect((await ask(backend, { hrefs })).objects).toEqual([one]);
    expect(here.world.asked().scripts).toEqual([]);
    here.world.clock += 61_000;
    expect((await ask(backend, { hrefs })).objects).toEqual([one]);
    expect(here.world.asked()).toEqual({ scripts: [LIST, READ], events: 1 });
  });

  it('who asks at the same time, asks once', async () => {
    const backend = await known();
    here.world.asked();
    here.world.clock += 61_000;
    await Promise.all([ask(backend), ask(backend), ask(backend, { range: TODAY })]);
    expect(here.world.asked()).toEqual({ scripts: [LIST, CHECK, READ, READ], events: 47 });
  });

  it('5,000 events: three scripts for a day, and two once the events are known', async () => {
    here.world = await mirrorWorld();
    for (let n = 0; n < 5000; n++) {
      const start = NOW - 2500 * DAY + n * DAY;
      here.world.put({
        uid: `E-${n}`,
        summary: `Event ${n}`,
        'start date': start,
        'end date': start + MINUTE,
      });
    }
    const backend = await here.world.open();
    await ask(backend, { range: TODAY });
    // A day, and a day and a half around it for viewers in other zones.
    expect(here.world.asked()).toEqual({ scripts: [LIST, COLUMNS, READ], events: 4 });
    here.world.clock += 61_000;
    await ask(backend, { range: { from: NOW, to: NOW + 100 * DAY } });
    expect(here.world.asked()).toEqual({ scripts: [LIST, CHECK, READ, READ, READ], events: 99 });
    here.world.clock += 61_000;
    await ask(backend, { range: { from: NOW, to: NOW + 90 * DAY } });
    expect(here.world.asked()).toEqual({ scripts: [LIST, CHECK], events: 0 });
  });
});

describe('when Calendar does not answer', () => {
  const fails = (number: number): void => {
    for (let run = 1; run < 20; run++) {
      here.world.simulated.failures.push({ run: here.world.simulated.runs + run, event: 1, number });
    }
  };

  it('the copy does, and says when it was compared', async () => {
    const backend = await known();
    here.world.clock += 61_000;
    fails(-1712);
    const result = await ask(backend, { range: TODAY });
    expect(result.stale).toMatchObject({ asOf: NOW });
    expect(result.objects).toHaveLength(3);
  });

  it('it is an error where the copy lacks what is asked for, and where nobody may look', async () => {
    const backend = await known();
    here.world.clock += 61_000;
    fails(-1712);
    await expect(ask(backend)).rejects.toMatchObject({ code: 'TIMEOUT' });
    const other = await known();
    here.world.clock += 61_000;
    fails(-1743);
    await expect(ask(other, { range: TODAY })).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  });

  it('what was read before it failed is kept', async () => {
    const backend = await known();
    here.world.asked();
    here.world.simulated.failures.push({ run: here.world.simulated.runs + 2, event: 5, number: -10004 });
    await expect(ask(backend)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    expect(here.world.asked().events).toBe(47);
    here.world.clock += 20_000;
    expect((await ask(backend)).objects).toHaveLength(50);
    expect(here.world.asked()).toEqual({ scripts: [READ], events: 7 });
  });

  it('nobody waits for a call that was cancelled', async () => {
    const backend = await known();
    const controller = new AbortController();
    const read = ask(backend, {}, controller.signal);
    controller.abort();
    await expect(read).rejects.toMatchObject({ code: 'CANCELLED' });
    expect((await ask(backend)).objects).toHaveLength(50);
  });
});
