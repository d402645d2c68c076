import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseCalendar, parsing, printNodes } from '../../src/calendar/text/component.js';
import { splitting } from '../../src/calendar/text/split-events.js';
import { backendOn, temporaryFolder } from '../backends/local/folder.js';
import { deskOver, event, ics } from '../engine/service-on-memory.js';
import { errorOf } from '../thrown.js';

const MB = 1024 * 1024;
const withLine = (...lines: readonly string[]): string =>
  ics(...event('UID:a@x', 'SUMMARY:A', 'DTSTART:20261124T100000Z', ...lines));

describe.each([
  ['blank folds', `DESCRIPTION:a${'\r\n '.repeat(MB)}`],
  ['folds of one letter', `DESCRIPTION:a${'\r\n b'.repeat(MB)}`],
  ['NUL', `DESCRIPTION:${'\u0000'.repeat(MB)}`],
  ['escapes', `DESCRIPTION:${'\\n'.repeat(MB)}`],
  ['a quote that is not closed', `ATTENDEE;CN="${'a'.repeat(MB)}`],
  ['parameters', `DESCRIPTION;${'A=B;'.repeat(MB / 4)}C=D:text`],
  ['a name of its own', `${'A'.repeat(MB)}:text`],
])('a line of more than 1 MB of %s', (_, line) => {
  it('is refused', () => {
    expect(errorOf(() => parseCalendar(withLine(line)))).toMatchObject({ code: 'INVALID_ICS' });
  });
});

it('makes its own file unreadable, which is named, and no other', async () => {
  const dir = temporaryFolder();
  mkdirSync(join(dir, 'Work'));
  writeFileSync(join(dir, 'Work', 'long.ics'), withLine(`DESCRIPTION:${'a'.repeat(MB)}`));
  writeFileSync(
    join(dir, 'Work', 'word.ics'),
    withLine(`DESCRIPTION:${'a'.repeat(MB - 100)}`).replace('a@x', 'b@x'),
  );
  const { data, meta } = await deskOver([backendOn(dir)]).read({ query: { type: 'events' } });
  expect(data.events).toHaveLength(1);
  expect(meta.sources).toMatchObject([{ calendar: 'Work', unreadable: 1 }]);
  expect(JSON.stringify(meta.sources)).toContain('longer than 1 MB');
});

it('is kept as it is where it is an attached file', () => {
  const attached = withLine(`ATTACH;ENCODING=BASE64;VALUE=BINARY:${'QUJD'.repeat(MB)}`, 'LOCATION:Here');
  const nodes = parseCalendar(attached);
  expect(printNodes(nodes)).toBe(attached);
  expect([...splitting(attached)]).not.toEqual([]);
  expect(JSON.stringify(nodes)).toContain('"name":"LOCATION"');
});

it('and the lines of a text are unfolded with pauses, however they are folded', () => {
  const pauses = (text: string) => [...parsing(text)].length;
  expect(pauses(withLine(`ATTACH:a${'\r\n b'.repeat(2 * MB)}`))).toBeGreaterThan(30);
  const long = Array.from({ length: 20 }, () => `COMMENT:${'a'.repeat(MB / 2)}`);
  expect(pauses(withLine(...long))).toBeGreaterThanOrEqual(20);
});
