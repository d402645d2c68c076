import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { cell, memberOf, type ResultRow, rowsIn, wholeEnd } from '../../server/answers/result-rows.js';
import { VERSION } from '../../version.js';
import { agendaRange } from '../print/agenda-range.js';
import { printAgenda } from '../print/print-agenda.js';
import type { Paint } from '../screen/paint.js';
import { wrap } from '../screen/text-width.js';
import { clientSnippets } from './client-snippets.js';

export interface Stage {
  readonly paint: Paint;
  /** Columns of the terminal. */
  readonly width: number;
  /** IANA name. */
  readonly zone: string;
  /** When the server was started, by `performance.now()`. */
  readonly began: number;
  readonly print: (line: string) => void;
  /** What starts the server. */
  readonly command: readonly string[];
}

type Json = Readonly<Record<string, unknown>>;

const WIDEST = 100;

/** The demonstration, as calls of a real client to the real server. */
export async function walkDemo(client: Client, stage: Stage): Promise<void> {
  const { paint, print } = stage;
  const { tools } = await client.listTools();
  const milliseconds = Math.round(performance.now() - stage.began);
  print(paint('bold', `calendar-mcp ${VERSION}`));
  print(`A made-up week in a temporary folder; the real server, a real client, times in ${stage.zone}.`);
  print(`Started and connected in ${milliseconds} ms. Its tools:`);
  print(`  ${tools.map(({ name }) => paint('green', name)).join('  ')}`);
  const show = createShow(client, stage);
  await showWeek(show);
  await showFilter(show);
  await showWrites(show);
  await showAnalysis(show);
  await showMistake(show);
  show.title('Connect your own client');
  print(clientSnippets(stage.command));
}

/** Prints a call and returns the `data` and `meta` of its answer. */
interface Show extends Stage {
  title(text: string): void;
  call(
    name: string,
    args: Json,
  ): Promise<{ readonly data: ResultRow; readonly meta: ResultRow; readonly error: ResultRow }>;
}

function createShow(client: Client, stage: Stage): Show {
  const { paint, print } = stage;
  const width = Math.min(WIDEST, stage.width);
  return {
    ...stage,
    title(text) {
      print(
        `\n${paint('cyan', '━━')} ${paint('bold', text)} ${paint('cyan', '━'.repeat(Math.max(3, width - text.length - 5)))}`,
      );
    },
    async call(name, args) {
      const [first = '', ...more] = wrap(`${name} ${JSON.stringify(args)}`, width - 4);
      print(paint('green', `› ${first}`));
      for (const line of more) print(paint('green', `  ${line}`));
      print('');
      const { structuredContent } = await client.callTool({ name, arguments: { ...args } });
      const result = memberOf({ structuredContent }, 'structuredContent');
      return {
        data: memberOf(result, 'data'),
        meta: memberOf(result, 'meta'),
        error: memberOf(result, 'error'),
      };
    },
  };
}

async function showWeek(show: Show): Promise<void> {
  show.title('The week');
  const { data, meta } = await show.call('calendar_read', {
    query: { type: 'events', filters: { when: 'next 7 days' }, limit: 100 },
  });
  show.print(printAgenda(rowsIn(data.events), { ...show, ...agendaRange(meta) }));
}

async function showFilter(show: Show): Promise<void> {
  show.title('A question, and what it is compiled to');
  const { data, meta } = await show.call('calendar_read', {
    query: {
      type: 'events',
      filters: {
        when: 'next 14 days',
        OR: [{ attendee: 'ana@example.org' }, { hasConflict: true }],
        NOT: { title: 'standup' },
      },
      fields: ['title', 'start', 'end', 'calendar', 'location', 'status'],
      explain: true,
    },
  });
  show.print(printAgenda(rowsIn(data.events), show));
  const explain = memberOf(meta, 'explain');
  show.print(`\n  ${show.paint('bold', 'plan')}`);
  for (const line of Array.isArray(explain.plan) ? explain.plan : [])
    show.print(indented(String(line), show, 4));
  const [calendar] = rowsIn(explain.calendars);
  if (calendar === undefined) return;
  const pushed = Array.isArray(calendar.pushed) ? calendar.pushed : [];
  show.print(
    `\n  ${show.paint('bold', `asked of ${cell(calendar, 'calendar')}`)} (${cell(calendar, 'backend')})`,
  );
  show.print(indented(`pushed   ${pushed.length === 0 ? 'nothing' : pushed.join(', ')}`, show, 4));
  show.print(indented(`here     ${cell(calendar, 'residual')}`, show, 4));
}

async function showWrites(show: Show): Promise<void> {
  const { paint, print } = show;
  show.title('Create, move, undo');
  const created = await show.call('calendar_write', {
    mutation: {
      operation: 'create',
      data: { title: 'Lunch with Ana', calendar: 'Personal', start: 'tomorrow', allDay: true },
    },
  });
  print(`  ${outcome(created, paint)}\n`);
  const id = cell(created.data, 'id');
  const day = cell(memberOf(created.data, 'event'), 'start').slice(0, 10);
  const moved = await show.call('calendar_write', {
    mutation: {
      operation: 'update',
      id,
      changes: { start: `${day}T12:30`, durationMinutes: 60, allDay: false, location: 'Café Central' },
    },
  });
  print(`  ${outcome(moved, paint)}\n`);
  const undone = await show.call('calendar_write', { mutation: { operation: 'undo' } });
  const [step = {}] = rowsIn(undone.data.undone);
  print(`  ${outcome(undone, paint)} undone: ${cell(step, 'did')} ${paint('dim', cell(step, 'id'))}\n`);
  const now = await show.call('calendar_read', { query: { type: 'events', filters: { id } } });
  print(printAgenda(rowsIn(now.data.events), show));
}

function outcome({ data, error }: { data: ResultRow; error: ResultRow }, paint: Paint): string {
  if (data.outcome === undefined) return paint('red', `${cell(error, 'code')}: ${cell(error, 'message')}`);
  const event = memberOf(data, 'event');
  const [start, end] = [cell(event, 'start'), wholeEnd(event)];
  const place = cell(event, 'location');
  const when =
    start.length === 10
      ? `${start}, all day`
      : `${start.slice(0, 10)} ${start.slice(11, 16)} – ${end.slice(11, 16)}`;
  const what =
    start === ''
      ? ''
      : ` ${cell(event, 'title')}, ${cell(event, 'day')} ${when}${place === '' ? '' : `, ${place}`}`;
  const id = cell(data, 'id');
  return paint('yellow', cell(data, 'outcome')) + (id === '' ? '' : ` ${paint('dim', id)}`) + what;
}

async function showAnalysis(show: Show): Promise<void> {
  const { paint, print } = show;
  show.title('Conflicts and free time');
  const scope = { when: 'next 7 days' };
  const { data } = await show.call('calendar_analyze', { analysis: { type: 'conflicts', scope } });
  for (const conflict of rowsIn(data.conflicts)) {
    const [first = {}, second = {}] = rowsIn(conflict.events);
    const resolve = memberOf(conflict, 'resolve');
    const mover = cell(resolve, 'move') === cell(first, 'id') ? first : second;
    print(
      `  ${paint('yellow', cell(conflict, 'severity'))}  ${cell(first, 'title')} × ${cell(second, 'title')}, ` +
        `${cell(conflict, 'day')} ${clock(cell(second, 'start'))} (${conflict.sharedMinutes} min)`,
    );
    if (resolve.to !== undefined) {
      print(
        paint(
          'dim',
          `        move ${cell(mover, 'title')} to ${cell(resolve, 'to').slice(0, 16).replace('T', ' ')}`,
        ),
      );
    }
  }
  print('');
  const free = await show.call('calendar_analyze', {
    analysis: { type: 'availability', scope, params: { durationMinutes: 90, bufferMinutes: 15, limit: 5 } },
  });
  for (const slot of rowsIn(free.data.slots)) {
    print(
      `  ${cell(slot, 'day')} ${cell(slot, 'start').slice(0, 10)}  ${clock(cell(slot, 'start'))} – ${cell(slot, 'end')}`,
    );
  }
}

async function showMistake(show: Show): Promise<void> {
  const { paint, print } = show;
  show.title('A mistake');
  const { error } = await show.call('calendar_read', {
    query: { type: 'events', filters: { titl: 'review', locaton: 'room 2' } },
  });
  print(`  ${paint('red', cell(error, 'code'))} ${cell(error, 'message')}`);
  for (const { code, path } of rowsIn(error.violations).slice(1))
    print(`  ${paint('red', String(code))} ${String(path)}`);
  if (error.example !== undefined) print(indented(`try ${JSON.stringify(error.example)}`, show, 2));
}

function indented(text: string, { paint, width }: Stage, by: number): string {
  const lines = wrap(text, Math.min(WIDEST, width) - by - 4);
  return lines.map((line, at) => `${' '.repeat(by + (at > 0 ? 4 : 0))}${paint('dim', line)}`).join('\n');
}

function clock(time: string): string {
  return time.slice(11, 16);
}
