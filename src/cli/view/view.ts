import { isIncomplete } from '../../../schemas/answers/meta-lines.js';
import type { Success } from '../../../schemas/answers/success.js';
import { cleanJson } from '../../server/answers/clean-text.js';
import { rowsIn } from '../../server/answers/result-rows.js';
import { printUnread } from '../print/print-unread.js';
import { type ColourOf, calendarColours } from '../screen/calendar-colours.js';
import { type Screen, screenOf } from '../screen/screen.js';
import type { CommandCall, RunCommand } from '../shell/command.js';
import { type CommandContext, withService } from '../shell/with-service.js';
import { printTemplate, printTsv, type RowTable } from '../table/table.js';
import { parsePeriod, withPeriodErrors } from './asked-period.js';
import { todayOf } from './today-of.js';

export interface ViewPage extends Screen {
  readonly colourOf: ColourOf;
  /** Form `2026-11-24`. */
  readonly today: string;
  /** Monday 1 … Sunday 7. */
  readonly weekStart: number;
  /** Calendars or events are missing from the answer. */
  readonly isPartial?: boolean;
}

/** A command that shows a period: one call and its printers. */
export interface View<Data extends object> {
  /** Default period. */
  readonly period: string;
  readonly ask: (when: unknown, at: CommandContext, call: CommandCall) => Promise<Success<Data>>;
  readonly print: (result: Success<Data>, page: ViewPage) => string;
  /** Table for `--tsv` and `--format`. */
  readonly table: (result: Success<Data>, at: CommandContext) => RowTable;
}

/** Runs a view: prints the answer on stdout, and on stderr what could not be read, with exit code 1. */
export function showing<Data extends object>({ period, ask, print, table }: View<Data>): RunCommand {
  return (call) =>
    withService(call, async (at) => {
      const { args, env, options } = call;
      const when = args.join('').trim() === '' ? period : parsePeriod(args, at);
      const result = await withPeriodErrors(args, at, () => ask(when, at, call));
      const clean = cleanJson(result);
      const isLess = isIncomplete(clean.meta);
      const forPrograms = programText(clean, options, (answer) => table(answer, at));
      if (forPrograms !== undefined) {
        if (options.json !== true) process.stderr.write(printUnread(clean.meta));
        process.stdout.write(forPrograms);
        return Number(isLess);
      }
      const page = { ...(await viewPage(at, env)), isPartial: isLess };
      // Print the warning first, so an incomplete answer does not look complete.
      if (isLess) process.stderr.write(printUnread(clean.meta));
      process.stdout.write(`${print(clean, page)}\n`);
      if (!isLess) process.stderr.write(printUnread(clean.meta));
      return Number(isLess);
    });
}

/** Output for `--json`, `--tsv` or `--format`; undefined without them. */
export function programText<Answer extends object>(
  answer: Answer,
  { json, tsv, format }: CommandCall['options'],
  table: (answer: Answer) => RowTable,
): string | undefined {
  if (json === true) return `${JSON.stringify(answer, undefined, 2)}\n`;
  if (tsv === true) return printTsv(table(answer));
  return format === undefined ? undefined : printTemplate(format, table(answer));
}

/** Reads the calendars' colours only if colours are on. */
export async function viewPage(
  { service, clock, settings, context }: CommandContext,
  env: NodeJS.ProcessEnv,
): Promise<ViewPage> {
  const screen = screenOf(process.stdout, env);
  const isPlain = screen.paint('bold', '·') === '·';
  const calendars = isPlain
    ? []
    : rowsIn((await service.read({ query: { type: 'calendars' } }, context)).data.calendars);
  return {
    ...screen,
    colourOf: calendarColours(calendars),
    today: todayOf(clock),
    weekStart: settings.weekStart,
  };
}
