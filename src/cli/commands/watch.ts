import { type FSWatcher, watch } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isIncomplete } from '../../../schemas/answers/meta-lines.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { cleanJson } from '../../server/answers/clean-text.js';
import { agendaRange } from '../print/agenda-range.js';
import { printAgenda } from '../print/print-agenda.js';
import { printError } from '../print/print-error.js';
import { printUnread } from '../print/print-unread.js';
import type { CommandCall } from '../shell/command.js';
import { type AtHand, withService } from '../shell/with-service.js';
import { askedPeriod, explained } from '../view/asked-period.js';
import { readAgenda } from '../view/read-agenda.js';
import { viewPage } from '../view/view.js';

/** Copies of remote calendars are compared about as often, and what is shown says how long it takes. */
const EVERY_MS = 30_000;
/** Programs write several files at once. */
const SETTLE_MS = 200;
const CLEAR = '\u001b[H\u001b[2J';
/** Said once, below the first picture. */
const HOW_TO_LEAVE = '\nCtrl-C ends it.\n';
/** The screen as it was before comes back at the end. */
const OTHER_SCREEN = ['\u001b[?1049h', '\u001b[?1049l'] as const;

/** `watch`: the day, drawn again when calendars change, until Ctrl-C. */
export function runWatch(call: CommandCall): Promise<number> {
  return withService(call, async (at) => {
    const { signal } = at.context;
    const [enter, leave] = process.stdout.isTTY === true ? OTHER_SCREEN : ['', ''];
    let drawn = await pictureOf(call, at);
    const look = await lookouts(at);
    process.stdout.write(`${enter}${framed(drawn)}${enter === '' ? '' : HOW_TO_LEAVE}`);
    try {
      while (await look.next(signal)) {
        const picture = await pictureOf(call, at).catch((error) => failure(error, drawn));
        if (picture !== drawn && !signal.aborted) process.stdout.write(framed(picture));
        drawn = picture;
      }
      return 0;
    } finally {
      look.stop();
      process.stdout.write(leave);
    }
  });
}

async function pictureOf(call: CommandCall, at: AtHand): Promise<string> {
  const when = call.args.join('').trim() === '' ? 'today' : askedPeriod(call.args, at);
  const { data, meta } = cleanJson(await explained(call.args, at, () => readAgenda(when, at)));
  const page = { ...(await viewPage(at, call.env)), isPartial: isIncomplete(meta) };
  const picture = printAgenda([...data.events, ...data.tasks], { ...page, ...agendaRange(meta) });
  return [picture, printUnread(meta).trim()].filter((part) => part !== '').join('\n\n');
}

/** What cannot be read now is looked at again; what was seen stays. */
function failure(error: unknown, drawn: string): string {
  if (!(error instanceof CalendarError)) throw error;
  return `${drawn.split('\n\n!')[0]}\n\n! ${printError(error, false).trim()}`;
}

function framed(picture: string): string {
  return process.stdout.isTTY === true ? `${CLEAR}${picture}\n` : `${picture}\n\n`;
}

/** Waits for a reason to look: time, a file of a local calendar, or another width of the terminal. */
async function lookouts({ settings }: AtHand) {
  let wake = (): void => undefined;
  const changed = (): void => wake();
  const watchers: FSWatcher[] = [];
  for (const account of settings.accounts)
    if (account.kind === 'local') watchers.push(...(await watchedFolders(account.dir, changed)));
  process.stdout.on('resize', changed);
  return {
    /** False once it is ended. */
    next: async (signal: AbortSignal): Promise<boolean> => {
      if (signal.aborted) return false;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(() => end(), EVERY_MS);
        const end = (): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', end);
          resolve();
        };
        signal.addEventListener('abort', end);
        wake = () => {
          wake = () => undefined;
          setTimeout(end, SETTLE_MS);
        };
      });
      return !signal.aborted;
    },
    stop: (): void => {
      process.stdout.off('resize', changed);
      for (const watcher of watchers) watcher.close();
    },
  };
}

/** Where folders cannot be watched, the time alone is a reason. */
async function watchedFolders(dir: string, changed: () => void): Promise<readonly FSWatcher[]> {
  const entries = await readdir(dir, { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(dir, name));
  return [dir, ...folders].flatMap((folder) => {
    try {
      const watcher = watch(folder, changed);
      watcher.on('error', () => watcher.close());
      return [watcher];
    } catch {
      return [];
    }
  });
}
