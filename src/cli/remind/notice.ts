import { spawn } from 'node:child_process';
import type { EventRow } from '../../../schemas/answers/event-row.js';
import { capital } from '../../../schemas/model/capital.js';
import { shownEvent, whenText } from '../print/shown-event.js';
import { UsageError } from '../shell/usage-error.js';
import { UPCOMING_COLUMNS } from '../table/analysis-columns.js';
import { filledLines, tableOf } from '../table/table.js';

/** What is told of an event: what it is, and when. */
export interface Notice {
  readonly row: EventRow;
  readonly wait: string;
}

const SCRIPT = [
  'on run argv',
  'display notification (item 2 of argv) with title (item 1 of argv)',
  'end run',
];

/** A program of the platform that shows a notice, with its arguments: no shell sees them. */
const DESKTOP: Partial<Record<NodeJS.Platform, (title: string, text: string) => readonly string[]>> = {
  // The text may have markup there, a title has none.
  linux: (title, text) => ['notify-send', '--app-name=calendar-mcp', '--', title, withoutMarkup(text)],
  darwin: (title, text) => ['osascript', ...SCRIPT.flatMap((line) => ['-e', line]), '--', title, text],
};

/** The program and the arguments that tell of an event: those of `command` with its placeholders filled. */
export function noticeCommand(
  command: readonly string[],
  notice: Notice,
  platform: NodeJS.Platform = process.platform,
): readonly string[] {
  const { title } = shownEvent(notice.row);
  if (command.length === 0) {
    const desktop = DESKTOP[platform];
    if (desktop === undefined)
      throw new UsageError('Name a program that shows it: remind -- PROGRAM {title}.');
    return desktop(title, detailText(notice));
  }
  const table = tableOf(UPCOMING_COLUMNS, [notice]);
  const [program = '', ...args] = command;
  const filled = args.map((arg) => filledLines(arg, table).join(''));
  // A program that takes no part of it gets a sentence, which begins with no dash.
  return [program, ...filled, ...(args.some((arg) => /\{[a-z]+\}/i.test(arg)) ? [] : [noticeText(notice)])];
}

/** `In 10 min: Dentist, Fri 27 Nov 09:00 – 10:00, Praxis` */
export function noticeText(notice: Notice): string {
  const { wait, row } = notice;
  return `${capital(wait)}: ${shownEvent(row).title}, ${detailText({ row })}`;
}

function detailText({ row, wait }: { readonly row: EventRow; readonly wait?: string }): string {
  return [wait ?? '', whenText(row), shownEvent(row).place].filter((part) => part !== '').join(', ');
}

function withoutMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Runs the program to its end; whether it did what it was asked. */
export function runNotice([program = '', ...args]: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { shell: false, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
}
