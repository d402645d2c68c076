import { lanesOf } from '../../schemas/model/lanes.js';
import { columnTitle, dayTitle } from './day-names.js';
import { dueOn } from './draw-tasks.js';
import { element } from './elements.js';
import { type PlacedEvent, textOf, timeOf } from './placed-event.js';
import type { PlacedTask } from './placed-task.js';

export interface DaysToDraw {
  /** Day numbers, both inclusive. */
  readonly first: number;
  readonly last: number;
  readonly events: readonly PlacedEvent[];
  readonly tasks: readonly PlacedTask[];
  readonly colourOf: (calendar: string) => string;
  /** The requested days, if not all; `to` is exclusive. */
  readonly asked: { readonly from: number; readonly to: number } | undefined;
  readonly now: { readonly day: number; readonly minutes: number };
  readonly open: (event: PlacedEvent) => void;
  readonly openTask: (task: PlacedTask) => void;
}

const DAY_MINUTES = 1440;
/** Hours that are always visible. */
const [EARLIEST, LATEST] = [8, 18];
/** Initial scroll position if nothing starts earlier. */
const MORNING = 7 * 60;
/** Minimum height, in minutes: one line of text. */
const LEAST_MINUTES = 24;
/** Longest event with room for only one line, in minutes. */
const ONE_LINE_MINUTES = 40;

/** Days as columns, events at their hours, side by side if they overlap. */
export function drawDays(shown: DaysToDraw): HTMLElement {
  const { first, last, events } = shown;
  const days = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const here = events.filter((event) => event.firstDay <= last && event.lastDay >= first);
  const timed = here.filter(({ isLong }) => !isLong);
  const parts = days.map((day) => timed.flatMap((event) => partOn(event, day)));
  const all = parts.flat();
  const from = Math.min(EARLIEST, ...all.map((part) => Math.floor(part.from / 60)));
  const to = Math.max(LATEST, ...all.map((part) => Math.ceil(part.to / 60)));
  const hours = element('div', { class: 'hours', 'aria-hidden': 'true' });
  for (let hour = from; hour < to; hour++) {
    const label = element('span', { class: 'hour' }, `${String(hour).padStart(2, '0')}:00`);
    label.style.top = `${((hour - from) / (to - from)) * 100}%`;
    hours.append(label);
  }
  const begins = timed.filter(({ firstDay }) => firstDay >= first).map((event) => event.begins);
  const start = element('span', { class: 'start' });
  start.style.top = `${((Math.max(from * 60, Math.min(MORNING, ...begins)) / 60 - from) / (to - from)) * 100}%`;
  hours.append(start);
  const grid = element('div', { class: 'grid' });
  grid.style.setProperty('--days', String(days.length));
  grid.style.setProperty('--rows', String(to - from));
  const top = element('div', { class: 'top' }, element('span'), ...days.map((day) => head(day, shown)));
  const due = days.map((day) => dueOn(day, shown));
  if (due.some((list) => list.childElementCount > 0)) top.append(element('span'), ...due);
  const long = here.filter(({ isLong }) => isLong);
  if (long.length > 0) top.append(wholeDays(long, shown));
  grid.append(top, hours);
  for (const [at, day] of days.entries()) {
    grid.append(column(day, parts[at] ?? [], { ...shown, from: from * 60, to: to * 60 }));
  }
  return grid;
}

interface Part {
  readonly event: PlacedEvent;
  readonly from: number;
  readonly to: number;
}

function partOn(event: PlacedEvent, day: number): Part[] {
  if (event.firstDay > day || event.lastDay < day) return [];
  const from = day === event.firstDay ? event.begins : 0;
  const to = day === event.lastDay ? event.ends : DAY_MINUTES;
  const start = Math.min(from, DAY_MINUTES - LEAST_MINUTES);
  return [{ event, from: start, to: Math.max(to, start + LEAST_MINUTES) }];
}

function head(day: number, { first, now }: DaysToDraw): HTMLElement {
  const look = day === now.day ? 'head today' : 'head';
  return element('div', { class: look, 'aria-hidden': 'true' }, columnTitle(day, day === first));
}

function wholeDays(events: readonly PlacedEvent[], shown: DaysToDraw): HTMLElement {
  const { first, last } = shown;
  const bars = element('div', { class: 'bars', role: 'group', 'aria-label': 'All day' });
  const stretches = events.map((event) => ({
    event,
    from: Math.max(event.firstDay, first),
    to: Math.min(event.lastDay, last) + 1,
  }));
  for (const { event, from, to, lane } of lanesOf(stretches)) {
    const bar = button(event, { day: from, times: '' }, shown);
    bar.style.gridArea = `${lane + 1} / ${from - first + 1} / auto / ${to - first + 1}`;
    bars.append(bar);
  }
  const label = element('span', { class: 'label', 'aria-hidden': 'true' }, 'all day');
  return element('div', { class: 'whole' }, label, bars);
}

function column(
  day: number,
  parts: readonly Part[],
  shown: DaysToDraw & { readonly from: number; readonly to: number },
): HTMLElement {
  const { from, to, now, asked } = shown;
  const isOutside = asked !== undefined && (day < asked.from || day >= asked.to);
  const place = (minutes: number): string => `${((minutes - from) / (to - from)) * 100}%`;
  const isToday = now.day === day;
  const box = element('section', {
    class: isOutside ? 'day outside' : 'day',
    'data-day': String(day),
    'aria-label': `${dayTitle(day)}${isToday ? ', today' : ''}${isOutside ? ', not asked for' : ''}`,
    ...(isToday && { 'aria-current': 'date' }),
  });
  for (const group of groupsOf(parts)) {
    const boxes = lanesOf(group);
    const lanes = Math.max(...boxes.map(({ lane }) => lane)) + 1;
    for (const part of boxes) {
      const one = button(part.event, { day, times: timesOn(part.event, day) }, shown);
      if (part.to - part.from <= ONE_LINE_MINUTES) one.classList.add('short');
      const { style } = one;
      style.top = place(part.from);
      style.height = `${((part.to - part.from) / (to - from)) * 100}%`;
      style.left = `${(part.lane / lanes) * 100}%`;
      style.width = `${100 / lanes}%`;
      box.append(one);
    }
  }
  if (isToday && now.minutes >= from && now.minutes <= to) {
    const line = element('div', { class: 'now', 'aria-hidden': 'true' });
    line.style.top = place(now.minutes);
    box.append(line);
  }
  return box;
}

/** Groups events that overlap, directly or through others. */
function groupsOf(parts: readonly Part[]): Part[][] {
  const groups: Part[][] = [];
  let end = -1;
  for (const part of parts.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const group = part.from < end ? groups.at(-1) : undefined;
    if (group === undefined) groups.push([part]);
    else group.push(part);
    end = Math.max(group === undefined ? 0 : end, part.to);
  }
  return groups;
}

/** The times in the box of an event; the last of several days only shows the end. */
function timesOn({ firstDay, lastDay, times, cells }: PlacedEvent, day: number): string {
  if (day === firstDay) return times;
  return day === lastDay ? `until ${timeOf(textOf(cells.end)) || '24:00'}` : '';
}

function button(
  event: PlacedEvent,
  box: { readonly day: number; readonly times: string },
  { colourOf, open }: DaysToDraw,
): HTMLButtonElement {
  const { title, times, calendar, look } = event;
  const odd = look === 'busy' ? [] : [look];
  const label = [title, times, dayTitle(box.day), calendar, ...odd].filter((text) => text !== '').join(', ');
  // A narrow box shows only the start, because the line breaks before the end.
  const [start = '', end] = box.times.split(' – ');
  const until = end === undefined ? [] : [' ', element('span', { class: 'end' }, `– ${end}`)];
  const time = start === '' ? [] : [' ', element('span', { class: 'time' }, start, ...until)];
  const text = element('span', { class: 'text' }, element('b', {}, title), ...time);
  const attributes = { type: 'button', 'aria-label': label, 'data-day': String(box.day) };
  const made = element('button', { ...attributes, class: `event ${look}` }, text);
  made.style.setProperty('--colour', colourOf(calendar));
  made.addEventListener('click', () => open(event));
  return made;
}
