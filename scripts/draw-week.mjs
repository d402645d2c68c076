// Draws docs/pictures/week.svg: a made-up week as the terminal shows it. The same input gives the same file, so a test
// compares it with the one that is checked in.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const [CELL, LINE, EDGE] = [8.4, 19, 20];

const event = (calendar, title, start, more) => ({
  operation: 'create',
  data: { calendar, title, start, ...more },
});
/** What the pictures show. */
export const WEEK = [
  event('Work', 'Standup', '2026-11-23T09:30', {
    durationMinutes: 15,
    recurrence: { frequency: 'daily', count: 5 },
  }),
  event('Work', 'Design review', '2026-11-23T14:00', { durationMinutes: 60 }),
  event('Home', 'Choir', '2026-11-24T19:30', { durationMinutes: 120 }),
  event('Work', 'Planning', '2026-11-25T10:00', { durationMinutes: 90 }),
  event('Work', 'Budget call', '2026-11-25T11:00', { durationMinutes: 60, status: 'tentative' }),
  event('Home', 'Dentist', '2026-11-26T08:15', { durationMinutes: 45, location: 'Kirchstraße' }),
  event('Work', 'Lunch with Ana', '2026-11-27T12:30', { durationMinutes: 60 }),
];

/** What a command prints, on a terminal of 96 columns in a week that never changes. */
export function weekText() {
  const dir = mkdtempSync(join(tmpdir(), 'calendar-picture-'));
  const env = {
    PATH: process.env.PATH,
    HOME: dir,
    TZ: 'Europe/Berlin',
    COLUMNS: '96',
    NO_COLOR: '1',
    CALENDAR_NOW: '2026-11-24T08:00',
    CALENDAR_TIMEZONE: 'Europe/Berlin',
  };
  const run = (...args) =>
    execFileSync(
      process.execPath,
      [
        join(root, 'dist/main.js'),
        ...args,
        '--dir',
        join(dir, 'c'),
        '--state-dir',
        join(dir, 's'),
        '--create',
      ],
      { env, encoding: 'utf8' },
    );
  try {
    for (const title of ['Work', 'Home'])
      run(
        'write',
        JSON.stringify({ mutation: { operation: 'create', target: 'calendar', data: { title } } }),
      );
    run('write', JSON.stringify({ mutation: { operation: 'batch', operations: WEEK } }));
    return run('week').trimEnd();
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

const escaped = (text) => text.replace(/[&<>]/g, (one) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[one]);

/** Lines of a terminal as a picture: light on dark, in any monospaced font. */
export function terminalPicture(command, text) {
  const lines = [`$ ${command}`, '', ...text.split('\n')];
  const width = Math.ceil(Math.max(...lines.map((line) => line.length)) * CELL) + 2 * EDGE;
  const height = lines.length * LINE + 2 * EDGE;
  const rows = lines.map(
    (line, at) =>
      `<text x="${EDGE}" y="${EDGE + (at + 0.8) * LINE}" xml:space="preserve">${escaped(line)}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escaped(command)}</title>`,
    `<rect width="${width}" height="${height}" rx="10" fill="#1e2329"/>`,
    '<g fill="#d7dde4" font-size="14" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, DejaVu Sans Mono, monospace">',
    ...rows,
    '</g></svg>',
    '',
  ].join('\n');
}

if (process.argv[1] === import.meta.filename)
  writeFileSync(join(root, 'docs/pictures/week.svg'), terminalPicture('calendar-mcp week', weekText()));
