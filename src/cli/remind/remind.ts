import { setTimeout as sleep } from 'node:timers/promises';
import { isIncomplete } from '../../../schemas/answers/meta-lines.js';
import type { ReadData } from '../../../schemas/answers/read-data.js';
import type { Success } from '../../../schemas/answers/success.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { zoneOf } from '../../calendar/zones/zone.js';
import type { StateStore } from '../../ports/state-store.js';
import { cleanJson, cleanText } from '../../server/answers/clean-text.js';
import { rowsIn } from '../../server/answers/result-rows.js';
import { createFileStore } from '../../state/file-store.js';
import { printError } from '../print/print-error.js';
import { printUnread } from '../print/print-unread.js';
import { SHOWN_FIELDS, SHOWN_TASK_FIELDS, shownEvent, whenText } from '../print/shown-event.js';
import { fittedTo } from '../screen/screen.js';
import type { CommandCall } from '../shell/command.js';
import { UsageError } from '../shell/usage-error.js';
import { type AtHand, withService } from '../shell/with-service.js';
import { type DueReminder, dueReminders } from './due-reminders.js';
import { noticeCommand, noticeText, runNotice } from './notice.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** How far ahead reminders are looked for: one that is given earlier than this is missed. */
const AHEAD = 'next 31 days';
const MOST_ROWS = 500;

/** `remind`: tells of what is coming, each reminder once; with `--daemon` until it is ended. */
export function runRemind(call: CommandCall): Promise<number> {
  return withService(call, async (at) => {
    const { signal } = at.context;
    // Found out before anything is told.
    noticeCommand(call.args, { row: { title: '', start: '2026-01-01' }, wait: '' });
    let code = 0;
    let round = 0;
    do {
      const coming = await comingReminders(call, at).catch((error) => passing(error, call));
      code = Math.max(code, await tell(coming.due, call, at));
      if (round++ === 0) process.stderr.write(quietly(coming, call.options));
      if (call.options.daemon !== true) return Math.max(code, Number(coming.isLess));
      // What is new or changed is noticed with the next look.
      const next = Math.min(MINUTE, ...coming.later.map((one) => one.at - at.clock.now()));
      await sleep(Math.max(1000, next), undefined, { signal }).catch(() => undefined);
    } while (!signal.aborted);
    return 0;
  });
}

/** What a person at the terminal is told who sees nothing else; programs are told nothing. */
function quietly({ due, later, isLess }: Coming, { daemon }: CommandCall['options']): string {
  if (process.stdout.isTTY !== true) return '';
  if (daemon === true) return 'Waiting for reminders; Ctrl-C ends it.\n';
  if (due.length > 0 || isLess) return '';
  const [next] = later;
  return `No reminder is due.${next === undefined ? '' : ` The next is for ${cleanText(shownEvent(next.row).title)}, ${whenText(next.row)}.`}\n`;
}

interface Coming {
  readonly due: readonly DueReminder[];
  readonly later: readonly DueReminder[];
  readonly isLess: boolean;
}

/** A daemon outlives a server that cannot be reached for a while. */
function passing(error: unknown, { options }: CommandCall): Coming {
  if (!(error instanceof CalendarError) || !error.retryable || options.daemon !== true) throw error;
  process.stderr.write(printError(error, false));
  return { due: [], later: [], isLess: true };
}

/** Those whose time has come, and those that wait. */
async function comingReminders(
  { options }: CommandCall,
  { service, context, clock }: AtHand,
): Promise<Coming> {
  const before = minutesOf(options.before);
  const events = { type: 'events', filters: { when: AHEAD }, fields: ['id', 'reminders', ...SHOWN_FIELDS] };
  const tasks = {
    type: 'tasks',
    filters: { hasDue: true },
    fields: ['id', 'reminders', ...SHOWN_TASK_FIELDS],
  };
  const answers: Success<ReadData>[] = [];
  for (const query of [events, tasks])
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const page = { ...query, limit: MOST_ROWS, offset };
      const answer: Success<ReadData> = cleanJson(await service.read({ query: page }, context));
      answers.push(answer);
      offset = answer.meta.nextOffset;
    }
  for (const { meta } of answers) if (isIncomplete(meta)) process.stderr.write(printUnread(meta));
  const rows = answers.flatMap(({ data }) => rowsIn(data.events ?? data.tasks));
  const now = clock.now();
  const zone = zoneOf(clock.timeZone());
  if (zone === undefined) throw new UsageError('The time zone is not known.');
  const all = dueReminders(rows, { now, zone, before });
  return {
    due: all.filter(({ at }) => at <= now),
    later: all.filter(({ at }) => at > now),
    isLess: answers.some(({ meta }) => isIncomplete(meta)),
  };
}

/** Tells each reminder that was not told before, also by another process; 1 where a program failed. */
async function tell(due: readonly DueReminder[], call: CommandCall, at: AtHand): Promise<number> {
  const told = createFileStore(at.settings.stateDir, at.clock);
  let code = 0;
  const failed = new Set<string>();
  for (const one of due) {
    if (at.context.signal.aborted) break;
    const isTold = call.options['dry-run'] === true || (await isToldNow(one, call.args, told));
    if (isTold === true) process.stdout.write(`${cleanText(noticeText(one))}\n`);
    if (isTold !== false) continue;
    code = 1;
    failed.add(noticeCommand(call.args, one)[0] ?? '');
  }
  for (const program of failed) process.stderr.write(failureText(program));
  return code;
}

/** Once for all that it did not show. */
function failureText(program: string): string {
  const text = `"${cleanText(program)}", which shows reminders, could not be run, or failed. To use another program: calendar-mcp remind -- PROGRAM {title}`;
  return fittedTo(process.stderr, `${text}\n`);
}

/** Of several processes one tells it; undefined for the others. What failed is tried again the next time. */
async function isToldNow(
  one: DueReminder,
  command: readonly string[],
  told: StateStore,
): Promise<boolean | undefined> {
  const key = `reminded/${one.key}`;
  if (!(await told.claim(key, true, { expiresAt: one.until + DAY }))) return undefined;
  if (await runNotice(noticeCommand(command, one))) return true;
  await told.take(key);
  return false;
}

function minutesOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const minutes = Number(text);
  if (Number.isInteger(minutes) && minutes >= 0 && text !== '') return minutes;
  throw new UsageError('--before is a whole number of minutes, such as 10.');
}
