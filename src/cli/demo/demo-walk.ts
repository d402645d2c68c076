import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { cell, memberOf, type ResultRow, rowsIn } from '../../server/answers/result-rows.js';
import { VERSION } from '../../version.js';
import { type Change, printChange } from '../change/print-change.js';
import { agendaRange } from '../print/agenda-range.js';
import { printAgenda } from '../print/print-agenda.js';
import { printConflicts } from '../print/print-conflicts.js';
import { printFree } from '../print/print-free.js';
import { type ColourOf, calendarColours } from '../screen/calendar-colours.js';
import type { Paint } from '../screen/paint.js';
import { wrap } from '../screen/text-width.js';
import { clientSnippets } from './client-snippets.js';

export interface Stage {
  readonly paint: Paint;
  /** Columns of the terminal. */
  readonly width: number;
  /** IANA name. */
  readonly zone: string;
  /** Form `2026-11-24`. */
  readonly today: string;
  /** Start of the server, by `performance.now()`. */
  readonly began: number;
  readonly print: (line: string) => void;
  /** Starts the server. */
  readonly command: readonly string[];
}

type Json = Readonly<Record<string, unknown>>;

const WIDEST = 100;

/** Runs the demo as calls from a real client to the real server. */
export async function walkDemo(client: Client, stage: Stage): Promise<void> {
  const { paint, print } = stage;
  const { tools } = await client.listTools();
  const milliseconds = Math.round(performance.now() - stage.began);
  print(paint('bold', `calendar-mcp ${VERSION}`));
  print(`A made-up week in a temporary folder; real server, real client, times in ${stage.zone}.`);
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
  readonly colourOf: ColourOf;
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
    colourOf: calendarColours([]),
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
  show.title('Create, move, undo');
  const write = async (mutation: Json): Promise<ResultRow> => {
    const answer = await show.call('calendar_write', { mutation });
    const isDone = answer.error.code === undefined;
    show.print(
      `${isDone ? printChange(answer as unknown as Change, { ...show, mutation, now: Date.now() }) : errorLine(answer, show)}\n`,
    );
    return answer.data;
  };
  const data = { title: 'Lunch with Ana', calendar: 'Personal', start: 'tomorrow', allDay: true };
  const created = await write({ operation: 'create', data });
  const id = cell(created, 'id');
  const day = cell(memberOf(created, 'event'), 'start').slice(0, 10);
  const changes = { start: `${day}T12:30`, durationMinutes: 60, allDay: false, location: 'Café Central' };
  await write({ operation: 'update', id, changes });
  await write({ operation: 'undo' });
  const now = await show.call('calendar_read', { query: { type: 'events', filters: { id } } });
  show.print(printAgenda(rowsIn(now.data.events), show));
}

async function showAnalysis(show: Show): Promise<void> {
  show.title('Conflicts and free time');
  const scope = { when: 'next 7 days' };
  const overlaps = await show.call('calendar_analyze', { analysis: { type: 'conflicts', scope } });
  show.print(`${printConflicts(overlaps.data, show)}\n`);
  const params = { durationMinutes: 90, bufferMinutes: 15, limit: 5 };
  const free = await show.call('calendar_analyze', { analysis: { type: 'availability', scope, params } });
  show.print(printFree(free.data, show));
}

function errorLine({ error }: { readonly error: ResultRow }, { paint }: Stage): string {
  return `  ${paint('red', cell(error, 'code'))} ${cell(error, 'message')}`;
}

async function showMistake(show: Show): Promise<void> {
  const { paint, print } = show;
  show.title('A mistake');
  const answer = await show.call('calendar_read', {
    query: { type: 'events', filters: { titl: 'review', locaton: 'room 2' } },
  });
  const { error } = answer;
  print(errorLine(answer, show));
  for (const { code, path } of rowsIn(error.violations).slice(1))
    print(`  ${paint('red', String(code))} ${String(path)}`);
  if (error.example !== undefined) print(indented(`try ${JSON.stringify(error.example)}`, show, 2));
}

function indented(text: string, { paint, width }: Stage, by: number): string {
  const lines = wrap(text, Math.min(WIDEST, width) - by - 4);
  return lines.map((line, at) => `${' '.repeat(by + (at > 0 ? 4 : 0))}${paint('dim', line)}`).join('\n');
}
