import { isoWeekday, printDate } from '../../compilers/time/civil.js';
import { calendarColour } from './calendar-colour.js';
import { periodTitle } from './day-names.js';
import { type Details, eventDetails, showDetails, taskDetails } from './details.js';
import { drawDays } from './draw-days.js';
import { byId } from './elements.js';
import { takeGiven } from './given-page.js';
import { connectHost, type Host } from './host.js';
import { type Action, listenToKeys } from './keyboard.js';
import { legendOf } from './legend.js';
import { clockMinutes, dayIn, type EventCells, type PlacedEvent } from './placed-event.js';
import type { PlacedTask } from './placed-task.js';
import { cellsIn, readAnswer, type ShownAnswer } from './read-answer.js';
import { scrollToStart } from './scroll-to-start.js';

/** Pixels; narrower pages start with a day. */
const LEAST_WEEK = 560;
/** Rows of one answer, and answers for one week. */
const [MOST_ROWS, MOST_ANSWERS] = [200, 10];

let host: Host | undefined;
let filters: EventCells = {};
let events: readonly PlacedEvent[] = [];
let calendars: readonly EventCells[] = [];
let tasks: readonly PlacedTask[] = [];
/** Missing tasks, with reasons. */
let taskNotes: readonly string[] = [];
let timezone: string | undefined;
/** The days of the original answer; undefined for weeks that this page reads, which are complete. */
let asked: { readonly from: number; readonly to: number } | undefined;
/** The query filtered by more than a time and a calendar. */
let isFiltered = false;
let first = 0;
let view: 'week' | 'day' = window.innerWidth < LEAST_WEEK ? 'day' : 'week';
let day = 0;
/** Number of the last request for a week; earlier answers are dropped. */
let turn = 0;

function nowThere(): { readonly day: number; readonly minutes: number } {
  // Swedish formats dates like ISO 8601.
  const format = { dateStyle: 'short', timeStyle: 'short', ...(timezone && { timeZone: timezone }) } as const;
  const text = new Intl.DateTimeFormat('sv-SE', format).format(Date.now());
  return { day: dayIn(text), minutes: clockMinutes(text) };
}

function draw(note = ''): void {
  const [from, to] = view === 'week' ? [first, first + 6] : [day, day];
  const here = events.filter((event) => event.firstDay <= to && event.lastDay >= from);
  const count = here.length === 0 ? 'No events' : here.length === 1 ? '1 event' : `${here.length} events`;
  byId('period').textContent = periodTitle(from, to);
  document.title = `${periodTitle(from, to)} – Calendar`;
  byId('status').textContent = [count, timezone, asked && isFiltered ? 'only what was asked for' : '', note]
    .filter(Boolean)
    .join(' · ');
  byId('problem').textContent = '';
  for (const name of ['week', 'day']) {
    document.querySelector(`[data-do=${name}]`)?.setAttribute('aria-pressed', String(name === view));
  }
  const show = (details: Details): void => {
    void showDetails(details, host ?? { pageOf: (id) => `/events/${encodeURIComponent(id)}` });
  };
  const colourOf = calendarColour(calendars);
  const grid = byId('view');
  const focused = grid.querySelector(':focus')?.getAttribute('aria-label');
  const drawn = drawDays({
    first: from,
    last: to,
    events,
    tasks,
    colourOf,
    now: nowThere(),
    open: (event) => show(eventDetails(event)),
    openTask: (task) => show(taskDetails(task)),
    asked,
  });
  grid.replaceChildren(drawn);
  byId('calendars').replaceChildren(...legendOf({ events: here, calendars, colourOf }));
  scrollToStart(grid, isIn(nowThere().day, from, to) ? nowThere().day : day);
  // Keeps the focus when the colours arrive and everything is redrawn.
  const again = [...grid.querySelectorAll<HTMLElement>('.event')];
  if (focused) again.find((one) => one.getAttribute('aria-label') === focused)?.focus();
}

function showProblem(error: unknown): void {
  byId('status').textContent = '';
  byId('problem').textContent = error instanceof Error ? error.message : 'The calendars could not be read.';
}

function isIn(one: number, from: number, to: number): boolean {
  return one >= from && one <= to;
}

function startOfWeek(of: number): number {
  return of - isoWeekday(of) + 1;
}

function take(answer: ShownAnswer): void {
  events = answer.events;
  timezone = answer.timezone;
  const more = answer.nextOffset === undefined ? '' : 'there are more';
  draw(more);
  byId('notes').textContent = [...new Set([...answer.notes, ...taskNotes])].join('\n');
}

/** The tasks due in a week, and the overdue ones; none for a query with filters. */
async function readTasks(callTool: Host['callTool'], week: number): Promise<unknown> {
  if (Object.keys(filters).length > 0 || isFiltered) return undefined;
  const due = { between: [printDate(week), printDate(week + 6)] };
  const query = { type: 'tasks', filters: { OR: [{ due }, { overdue: true }] }, limit: MOST_ROWS };
  return callTool('calendar_read', { query }).catch(() => ({}));
}

/** If tasks fail to load, shows the events and a note. */
function takeTasks(result: unknown): void {
  [tasks, taskNotes] = [[], []];
  if (result === undefined) return;
  try {
    const answer = readAnswer(result);
    tasks = answer.tasks;
    const more = answer.nextOffset === undefined ? [] : ['There are more tasks than are shown.'];
    taskNotes = [...answer.notes, ...more];
  } catch (error) {
    taskNotes = [`Tasks are missing. ${error instanceof Error ? error.message : ''}`];
  }
}

/** Reads a whole week through the host; drops answers to earlier requests. */
async function load(week: number): Promise<void> {
  const mine = ++turn;
  first = week;
  if (day < first || day > first + 6) day = first;
  if (host === undefined) {
    window.location.assign(`?from=${printDate(week)}${view === 'day' ? `#${printDate(day)}` : ''}`);
    return;
  }
  byId('status').textContent = 'Loading…';
  const when = { between: [printDate(week), printDate(week + 6)] };
  const query = { type: 'events', filters: { ...filters, when }, limit: MOST_ROWS };
  const { callTool } = host;
  const due = readTasks(callTool, week);
  const read = async (offset: number) =>
    readAnswer(await callTool('calendar_read', { query: { ...query, ...(offset > 0 && { offset }) } }));
  let answer = await read(0);
  const rows = [...answer.events];
  for (let at = 1; at < MOST_ANSWERS && answer.nextOffset !== undefined; at++) {
    answer = await read(answer.nextOffset);
    rows.push(...answer.events);
  }
  const dueThen = await due;
  if (mine !== turn) return;
  asked = undefined;
  takeTasks(dueThen);
  take({ ...answer, events: rows });
}

/** Shows the result of the page's own call: its first week. */
function showResult(result: unknown): void {
  const answer = readAnswer(result);
  timezone = answer.timezone;
  const from = answer.from ?? answer.events[0]?.firstDay ?? nowThere().day;
  const isWeek = answer.to === from + 7;
  const today = nowThere().day;
  first = isWeek ? from : startOfWeek(from);
  day = today >= first && today <= first + 6 ? today : from;
  asked = { from, to: answer.to ?? from + 7 };
  const isWhole = answer.hasRows && answer.nextOffset === undefined && answer.from !== undefined;
  if (!isWhole && host !== undefined) {
    load(first).catch(showProblem);
    return;
  }
  take(answer);
  if (host === undefined) return;
  const mine = turn;
  void readTasks(host.callTool, first).then((result) => {
    if (mine !== turn) return;
    takeTasks(result);
    if (result !== undefined) take(answer);
  });
}

function act(action: Action): void {
  if (action === 'week' || action === 'day') {
    view = action;
    draw();
    return;
  }
  const step = { back: -1, forward: 1, today: 0 }[action];
  const to =
    action === 'today' ? nowThere().day : (view === 'day' ? day : first) + step * (view === 'day' ? 1 : 7);
  day = action === 'today' || view === 'day' ? to : day + step * 7;
  const isHere = to >= first && to <= first + 6;
  if (isHere && (asked === undefined || action !== 'today')) draw();
  else load(view === 'week' && action !== 'today' ? to : startOfWeek(to)).catch(showProblem);
}

function guarded<T>(show: (value: T) => void): (value: T) => void {
  return (value) => {
    try {
      show(value);
    } catch (error) {
      showProblem(error);
    }
  };
}

async function start(): Promise<void> {
  if (window.parent === window) {
    const given = takeGiven();
    calendars = readAnswer(given.calendars).calendars;
    takeTasks(given.tasks);
    showResult(given.events);
    const named = /^#(\d{4}-\d\d-\d\d)$/.exec(window.location.hash)?.[1];
    if (named !== undefined && isIn(dayIn(named), first, first + 6)) {
      day = dayIn(named);
      act('day');
    }
    return;
  }
  host = await connectHost({
    input(args) {
      // Keeps the calendar of the query for other weeks.
      const { when: _, calendar, ...others } = cellsIn(cellsIn(cellsIn(args).query).filters);
      isFiltered = Object.keys(others).length > 0;
      filters = calendar === undefined ? {} : { calendar };
    },
    result: guarded(showResult),
    cancelled: () => showProblem(new Error('The call was cancelled.')),
    context({ theme }) {
      if (theme === 'light' || theme === 'dark') document.documentElement.style.colorScheme = theme;
    },
  });
  calendars = readAnswer(await host.callTool('calendar_read', { query: { type: 'calendars' } })).calendars;
  if (first !== 0) draw();
}

document.addEventListener('click', ({ target }) => {
  const pressed = target instanceof Element ? target.closest<HTMLElement>('[data-do]') : null;
  if (pressed === null) return;
  const { do: action } = pressed.dataset;
  if (action === 'close') byId<HTMLDialogElement>('details').close();
  else act(action as Action);
});
listenToKeys(byId('view'), act);
start().catch(showProblem);
