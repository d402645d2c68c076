import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { cleanObject } from '../../answers/clean-text.js';
import { failureOf } from '../../answers/error-envelope.js';
import { pageHeaders } from './html-page.js';
import { callerOf, type ShownPage } from './shown.js';

/** Row limit for the events or tasks of a week. */
const MOST_ROWS = 500;
const DATE = /^\d{4}-\d\d-\d\d$/;
const SCRIPT = /<script>([\s\S]*)<\/script>/;

/** Page of the week at `from` or the current one, in the layout of the client app; contains its data. */
export async function sendWeekPage(
  req: IncomingMessage,
  res: ServerResponse,
  { program: { service, log }, grant, isSignedIn }: ShownPage,
): Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  res.once('close', () => ending.abort());
  const from = new URL(req.url ?? '', 'http://localhost').searchParams.get('from') ?? '';
  const when = DATE.test(from) ? { between: [from, sixDaysAfter(from)] } : 'this week';
  const read = async (query: object): Promise<object> => {
    try {
      return cleanObject(await service.read({ query }, { signal, ...callerOf(grant) }));
    } catch (thrown) {
      return failureOf(thrown, { writes: false, signal, log, tool: 'week' });
    }
  };
  const [{ default: page }, events, calendars, tasks] = await Promise.all([
    import('../../../app/week.html'),
    read({ type: 'events', filters: { when }, limit: MOST_ROWS }),
    read({ type: 'calendars' }),
    read({ type: 'tasks', filters: { OR: [{ due: when }, { overdue: true }] }, limit: MOST_ROWS }),
  ]);
  const given = JSON.stringify({
    events: { structuredContent: events },
    calendars: { structuredContent: calendars },
    tasks: { structuredContent: tasks },
    who: grant.identity.replace(/^(?:token:|subject:|person:.*|anyone$)/, ''),
    isSignedIn,
  });
  // Escapes `<`, so the data cannot close the script element.
  const data = `<script type="application/json" id="answer">${given.replaceAll('<', '\\u003c')}</script>`;
  const digest = createHash('sha256')
    .update(SCRIPT.exec(page)?.[1] ?? '')
    .digest('base64');
  const headers = pageHeaders(`script-src 'sha256-${digest}'; `);
  res.writeHead(200, headers).end(page.replace('<script>', () => `${data}\n<script>`));
}

/** Leaves a nonexistent date as it is, because the answer explains it. */
function sixDaysAfter(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(day.getTime())) return date;
  day.setUTCDate(day.getUTCDate() + 6);
  return day.toISOString().slice(0, 10);
}
