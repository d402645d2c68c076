import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scriptArgv } from '../../../../compilers/targets/applescript/script-argv.js';
import { SCRIPT_SOURCES } from '../../../../compilers/targets/applescript/script-sources.js';
import { readList, readRows } from '../../../../src/backends/applescript/scripts/read-rows.js';
import { ScriptFailure } from '../../../../src/backends/applescript/scripts/script-failure.js';
import { escapeText, makeProperty } from '../../../../src/calendar/text/content-line.js';
import { lives } from '../../../cases.js';
import { calendarOf, textOf, titled } from '../../../conformance/events.js';
import { create, only } from '../../../conformance/subject.js';
import { around, eventsOf, worldOf } from '../scenarios/world.js';

/** Texts that broke other programs: ends of literals, shell, separators, options, directions, marks. */
const HOSTILE = [
  ...['x" & (do shell script "id") & "', '\\" \\\\ \\n', "'; rm -rf ~; '", '$(id) `id` $HOME %s %n'],
  ...['-e "tell application"', '--help', '=', '+', '=+=', ' ', 'end tell', '«class wrev»', 'END\t0'],
  ...['first\nsecond', '\u2028\u2029', '\u202eevil\u202c \u200b\u200d', 'ﷺ'.repeat(500)],
  '🧑‍🚀👩‍❤️‍💋‍👩 e\u0301 \u{1f1e9}\u{1f1ea}',
] as const;

describe('hostile text', () => {
  it.each(HOSTILE)('is stored as it is, and the scripts stay as they are: %j', async (text) => {
    const world = await worldOf();
    around(world, async (script, run, argv) => {
      expect(SCRIPT_SOURCES[script].includes(text) && text.length > 8).toBe(false);
      for (const argument of argv) expect(argument).toMatch(/^[=+]/);
      return run();
    });
    const names = ['SUMMARY', 'LOCATION', 'DESCRIPTION'];
    const lines = names.map((name) => makeProperty(name, escapeText(text)).raw.replace(/\r\n$/, ''));
    await create(world, 'one', calendarOf('one', ['DTSTART:20260310T090000Z', ...lines]));
    const meant = text.replace(/[\u2028\u2029]/g, '\n');
    expect(eventsOf(world)).toMatchObject([{ summary: meant, location: meant, description: meant }]);
    expect(textOf((await only(world)).ics, 'SUMMARY')).toBe(meant);
  });

  it('that would melt with our mark is refused, and nothing is written', async () => {
    const world = await worldOf();
    const refused = { code: 'UNSUPPORTED', info: { outcome: 'not_applied' } };
    await expect(create(world, 'one', titled('one', '\u0301abc'))).rejects.toMatchObject(refused);
    expect(eventsOf(world)).toEqual([]);
  });
});

const TEXTS = fc.array(fc.string({ unit: 'grapheme', maxLength: 50 }));

describe('arguments', () => {
  it('are marked, cut between characters, and joined to the same text', () => {
    fc.assert(
      fc.property(TEXTS, fc.nat(3), fc.constantFrom('🧑‍🚀é', 'plain\n'), (texts, at, repeated) => {
        const fields = texts
          .map((text, n) => (n === at ? `a${text}${repeated}`.repeat(3000) : `a${text}`))
          .filter((text) => !/\0/.test(text));
        if (fields.join('').length > 200_000) return;
        const argv = scriptArgv(fields);
        expect(argv.filter((argument) => Buffer.byteLength(argument) > 800)).toEqual([]);
        const joined: string[] = [];
        for (const argument of argv)
          joined.push((argument.startsWith('+') ? joined.pop() : '') + argument.slice(1));
        expect(joined).toEqual(fields);
      }),
      { numRuns: lives(100) },
    );
  });

  it.each<readonly [string, string, readonly string[]]>([
    ['too long together', 'UNSUPPORTED', ['x'.repeat(900_000)]],
    ['a letter with more marks than fit into one piece', 'UNSUPPORTED', [`a${'\u0301'.repeat(1000)}`]],
    ['what melts with our mark', 'UNSUPPORTED', ['\u0301abc', '\u200dabc', '\ufe0f', '\u{1f3ff}x']],
    ['what none can hold', 'INVALID_ARGUMENT', ['a\0b', 'a\ud800']],
  ])('are refused before anything runs: %s', (_, code, texts) => {
    for (const text of texts) expect(() => scriptArgv([text])).toThrow(expect.objectContaining({ code }));
  });
});

describe('rows', () => {
  const WHOLE = 'a\x1fb\x1f\x1ec\x1f\x1f\x1eEND\x1f2\x1f7\x1f\x1e\n';

  it('are read whole, or are a failure: never fewer', () => {
    const rows = [
      ['a', 'b'],
      ['c', ''],
    ];
    expect(readRows(WHOLE)).toEqual({ rows, end: ['7'] });
    expect(readRows('END\x1f0\x1f\x1e\n')).toEqual({ rows: [], end: [] });
    expect([readList('a\x1d\x1d'), readList('')]).toEqual([['a', ''], []]);
    const cut = Array.from({ length: WHOLE.length - 1 }, (_, length) => WHOLE.slice(0, length));
    const others = ['\n', 'END\x1f1\x1f\x1e', 'a\x1f\x1eEND\x1f2\x1f\x1e', 'a\x1eEND\x1f1\x1f\x1e'];
    for (const output of [...cut, ...others, 'missing value\n'])
      expect(() => readRows(output), output).toThrow(ScriptFailure);
  });
});
