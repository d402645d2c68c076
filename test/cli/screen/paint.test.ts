import { describe, expect, it } from 'vitest';
import { calendarColours } from '../../../src/cli/screen/calendar-colours.js';
import { paintFor } from '../../../src/cli/screen/paint.js';
import { fittedTo, screenOf } from '../../../src/cli/screen/screen.js';

const terminal = { isTTY: true };
const code = (env: Record<string, string>, stream: { isTTY?: boolean } = terminal): string =>
  paintFor(stream, env)('#ff8800', 'x').replace('\u001b[39m', '').replaceAll('\u001b', '');

describe('colours', () => {
  it.each<[Record<string, string>, string]>([
    [{ COLORTERM: 'truecolor' }, '[38;2;255;136;0mx'],
    [{ COLORTERM: '24bit', TERM: 'xterm' }, '[38;2;255;136;0mx'],
    [{ TERM: 'xterm-256color' }, '[38;5;208mx'],
    [{ TERM: 'xterm' }, '[33mx'],
    [{ TERM: 'dumb' }, 'x'],
    [{ NO_COLOR: '1', COLORTERM: 'truecolor' }, 'x'],
    [{ NO_COLOR: '', TERM: 'xterm' }, '[33mx'],
    [{ FORCE_COLOR: '0', TERM: 'xterm' }, 'x'],
  ])('are as good as the terminal with %j', (env, expected) => {
    expect(code(env)).toBe(expected);
  });

  it('are left out of a pipe, unless they are forced', () => {
    expect(code({ COLORTERM: 'truecolor' }, {})).toBe('x');
    expect(code({ FORCE_COLOR: '1' }, {})).toBe('[33mx');
    expect(code({ FORCE_COLOR: '2' }, {})).toBe('[38;5;208mx');
    expect(code({ FORCE_COLOR: '3' }, {})).toBe('[38;2;255;136;0mx');
    expect(code({ FORCE_COLOR: '3', NO_COLOR: '1' }, {})).toBe('x');
  });

  it.each([
    ['#808080', '[38;5;244mx'],
    ['#ffffff', '[38;5;231mx'],
    ['#0000ff', '[38;5;21mx'],
  ] as const)('%s is the nearest of 256', (colour, expected) => {
    const painted = paintFor(terminal, { TERM: 'xterm-256color' })(colour, 'x');
    expect(painted).toBe(`\u001b${expected}\u001b[39m`);
  });

  it('are those of the calendars, and else the same in every call', () => {
    const of = calendarColours([
      { name: 'Work', color: '#FF8800ff' },
      { name: 'Home', color: 'Teal' },
      { name: 'Bad', color: '#12\u001b[m' },
    ]);
    expect([of('Work'), of('Home')]).toEqual(['#FF8800', '#008080']);
    expect(of('Bad')).toBe(calendarColours([])('Bad'));
    expect(calendarColours([{ name: 'Other' }])('New')).toBe(of('New'));
  });
});

describe('the width', () => {
  it.each<[{ columns?: number }, Record<string, string>, number]>([
    [{ columns: 120 }, { COLUMNS: '60' }, 120],
    [{}, { COLUMNS: '60' }, 60],
    [{}, {}, 80],
    [{ columns: 0 }, {}, 80],
    [{ columns: 12 }, {}, 40],
    [{}, { COLUMNS: 'wide' }, 80],
  ])('of %j with %j is %i', (stream, env, width) => {
    expect(screenOf(stream, env).width).toBe(width);
  });
});

it('breaks sentences at the width of a terminal, and nothing else', () => {
  const text =
    '  one two three four five six seven eight nine\n{"query":{"type":"events"}} and what follows it here';
  expect(fittedTo({ isTTY: true, columns: 40 }, text)).toBe(
    '  one two three four five six seven\n  eight nine\n{"query":{"type":"events"}} and what\nfollows it here',
  );
  expect(fittedTo({ columns: 40 }, text)).toBe(text);
});
