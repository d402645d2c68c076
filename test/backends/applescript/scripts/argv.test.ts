import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scriptArgv } from '../../../../compilers/targets/applescript/script-argv.js';
import { SCRIPT_SOURCES } from '../../../../compilers/targets/applescript/script-sources.js';
import { readList, readRows } from '../../../../src/backends/applescript/scripts/read-rows.js';
import { ScriptFailure } from '../../../../src/backends/applescript/scripts/script-failure.js';
import { escapeText, makeProperty } from '../../../../src/calendar/text/content-line.js';
import { runs } from '../../../cases.js';
import { calendarOf, textOf, titled } from '../../../conformance/events.js';
import { create, only } from '../../../conformance/subject.js';
import { around, eventsOf, worldOf } from '../scenarios/world.js';

/** Texts that broke other programs: ends of literals, shell, separators, options, directions, marks. */
const HOSTILE = [
  'x" & (do shell script "id") & "',
  '\\" \\\\ \\n',
  "'; rm -rf ~; '",
  '$(id) `id` $HOME %s %n',
  '-e "tell application"',
  '--help',
  '=',
  '+',
  '=+=',
  'first\nsecond',
  '\u2028\u2029',
  '\u202eevil\u202c \u200b\u200d',
  '🧑‍🚀👩‍❤️‍💋‍👩 e\u0301 \u{1f1e9}\u{1f1ea}',
  'end tell',
  '«class wrev»',
  'END\t0',
  ' ',
  'ﷺ'.repeat(500),
] as const;

describe('hostile text', () => {
  it.each(HOSTILE)('is stored as it is, and the scripts stay as they are: %j', async (text) => {
    const world = await worldOf();
    const sent: unknown[] = [];
    around(world, async (script, run, argv) => {
      sent.push(script, SCRIPT_SOURCES[script].includes(text) && text.length > 8);
      for (const argument of argv) expect(argument).toMatch(/^[=+]/);
      return run();
    });
    const line = (name: string) => makeProperty(name, escapeText(text)).raw.replace(/\r\n$/, '');
    const ics = calendarOf('one', [
      'DTSTART:20260310T090000Z',
      line('SUMMARY'),
      line('LOCATION'),
      line('DESCRIPTION'),
    ]);
    await create(world, 'one', ics);
    const meant = text.replace(/[\u2028\u2029]/g, '\n');
    expect(eventsOf(world)).toMatchObject([{ summary: meant, location: meant, description: meant }]);
    expect(textOf((await only(world)).ics, 'SUMMARY')).toBe(meant);
    expect(sent.filter((one) => one === true)).toEqual([]);
  });

  it('that would melt with our mark is refused, and nothing is written', async () => {
    const world = await worldOf();
    await expect(create(world, 'one', titled('one', '\u0301abc'))).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      info: { outcome: 'not_applied' },
    });
    expect(eventsOf(world)).toEqual([]);
  });
});

describe('arguments', () => {
  it('are marked, cut between characters, and joined to the same text', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 50 })), fc.nat(3), (texts, at) => {
        const fields = texts
          .map((text, n) => (n === at ? `a${text}🧑‍🚀é`.repeat(9000) : `a${text}`))
          .filter((text) => !/\0/.test(text));
        if (fields.join('').length > 200_000) return;
        const argv = scriptArgv(fields);
        const joined: string[] = [];
        for (const argument of argv) {
          if (argument.startsWith('=')) joined.push(argument.slice(1));
          else joined[joined.length - 1] += argument.slice(1);
          expect(Buffer.byteLength(argument)).toBeLessThanOrEqual(800);
        }
        expect(joined).toEqual(fields);
      }),
      { numRuns: runs(50) },
    );
  });

  it.each<readonly [string, string, string]>([
    ['too long together', 'x'.repeat(900_000), 'UNSUPPORTED'],
    ['a letter with more marks than fit into one piece', `a${'\u0301'.repeat(1000)}`, 'UNSUPPORTED'],
    ...['\u0301abc', '\u200dabc', '\ufe0f', '\u{1f3ff}x'].map(
      (text) => ['what melts with our mark', text, 'UNSUPPORTED'] as const,
    ),
    ...['a\0b', 'a\ud800'].map((text) => ['what none can hold', text, 'INVALID_ARGUMENT'] as const),
  ])('are refused before anything runs: %s', (_, text, code) => {
    expect(() => scriptArgv([text])).toThrow(expect.objectContaining({ code }));
  });
});

describe('rows', () => {
  const WHOLE = 'a\x1fb\x1f\x1ec\x1f\x1f\x1eEND\x1f2\x1f7\x1f\x1e\n';

  it('are read whole', () => {
    expect(readRows(WHOLE)).toEqual({
      rows: [
        ['a', 'b'],
        ['c', ''],
      ],
      end: ['7'],
    });
    expect(readRows('END\x1f0\x1f\x1e\n')).toEqual({ rows: [], end: [] });
    expect(readList('a\x1d\x1d')).toEqual(['a', '']);
    expect(readList('')).toEqual([]);
  });

  it('cut off anywhere are a failure, never fewer rows', () => {
    for (let length = 0; length < WHOLE.length - 1; length++) {
      expect(() => readRows(WHOLE.slice(0, length))).toThrow(ScriptFailure);
    }
  });

  it.each([
    '',
    '\n',
    'END\x1f1\x1f\x1e',
    'a\x1f\x1eEND\x1f2\x1f\x1e',
    'a\x1eEND\x1f1\x1f\x1e',
    'missing value\n',
  ])('of another form are a failure: %j', (output) => expect(() => readRows(output)).toThrow(ScriptFailure));
});
