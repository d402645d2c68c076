import { expect, it } from 'vitest';
import { breatheFor, inSlices } from '../../src/breathe.js';
import { splitEvents, splitting } from '../../src/calendar/split-events.js';
import { failureOf } from '../thrown.js';

const events = Array.from(
  { length: 5000 },
  (_, n) => `BEGIN:VEVENT\r\nUID:u${n}\r\nSUMMARY:Event ${n}\r\nDTSTART:20261124T100000Z\r\nEND:VEVENT\r\n`,
);
const text = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${events.join('')}END:VCALENDAR\r\n`;

it('a feed of thousands of events is taken apart in slices, with the same result', async () => {
  const steps = [...splitting(text)].length;
  expect(steps).toBeGreaterThan(10);
  expect(await inSlices(splitting(text), breatheFor())).toEqual(splitEvents(text));
});

it('and given up when nobody wants it any more', async () => {
  const controller = new AbortController();
  const work = inSlices(splitting(text), breatheFor(controller.signal));
  controller.abort();
  expect((await failureOf(work)).code).toBe('CANCELLED');
});
