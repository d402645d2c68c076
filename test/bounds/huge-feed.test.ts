import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { splitting } from '../../src/calendar/text/split-events.js';
import { finish } from '../../src/calendar/text/steps.js';
import { inSlices, yielderFor } from '../../src/concurrency/yield-to-event-loop.js';
import { backendOn, temporaryFolder } from '../backends/local/folder.js';
import { failureOf } from '../thrown.js';
import { onSlowMachine, turnsDuring } from './turns-during.js';

const events = Array.from(
  { length: 5000 },
  (_, n) => `BEGIN:VEVENT\r\nUID:u${n}\r\nSUMMARY:Event ${n}\r\nDTSTART:20261124T100000Z\r\nEND:VEVENT\r\n`,
);
const text = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${events.join('')}END:VCALENDAR\r\n`;

it('a feed of thousands of events is taken apart in slices, with the same result', async () => {
  const steps = [...splitting(text)].length;
  expect(steps).toBeGreaterThan(10);
  expect(await inSlices(splitting(text), yielderFor())).toEqual(finish(splitting(text)));
});

it('and given up when nobody wants it any more', async () => {
  const controller = new AbortController();
  const work = inSlices(splitting(text), yielderFor(controller.signal));
  controller.abort();
  expect((await failureOf(work)).code).toBe('CANCELLED');
});

it('a file of thousands of events in a folder is read in slices, whole or for one of them', async () => {
  const dir = temporaryFolder();
  mkdirSync(join(dir, 'Feed'));
  writeFileSync(join(dir, 'Feed', 'all.ics'), text);
  const signal = new AbortController().signal;
  // Looking for the folder takes turns of its own.
  const opened = async () => {
    const backend = backendOn(dir);
    const [calendar] = await backend.calendars({ signal });
    if (calendar === undefined) throw new Error('no calendar');
    return (hrefs?: readonly string[]) =>
      backend.scan({ kind: 'index', calendar, ...(hrefs && { hrefs }) }, { signal });
  };
  onSlowMachine();
  const all = (await opened())();
  expect(await turnsDuring(all)).toBeGreaterThan(5);
  const { objects } = await all;
  expect(objects).toHaveLength(events.length);
  const one = (await opened())([objects[7]?.href ?? '']);
  expect(await turnsDuring(one)).toBeGreaterThan(5);
  expect((await one).objects).toEqual([objects[7]]);
});
