import { civilDate, isoWeekday } from '../../compilers/time/civil.js';
import { lanesOf } from '../../schemas/model/lanes.js';
import { element } from './elements.js';
import type { PlacedEvent } from './placed-event.js';

export interface DaysToDraw {
  /** Day numbers, both included. */
  readonly first: number;
  readonly last: number;
  readonly events: readonly PlacedEvent[];
  readonly colourOf: (calendar: string) => string;
  /** The days that were asked for, where it is not all; `to` is exclusive. */
  readonly asked: { readonly from: number; readonly to: number } | undefined;
  readonly now: { readonly day: number; readonly minutes: number };
  readonly open: (event: PlacedEvent) => void;
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const DAY_MINUTES = 1440;
/** What is always shown of a day. */
const [EARLIEST, LATEST] = [8, 18];
/** Shorter events are drawn as long as this: a line of text. */
const LEAST_MINUTES = 24;

/** Days as columns, events at their hours, side by side where they overlap. */
export function drawDays(shown: DaysToDraw): HTMLElement {
  const { first, last, events, now } = shown;
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
  const grid = element('div', { class: 'grid' });
  grid.style.setProperty('--days', String(days.length));
  grid.style.setProperty('--rows', String(to - from));
  grid.append(element('span'), ...days.map((day) => head(day, now.day)));
  const long = here.filter(({ isLong }) => isLong);
  if (long.length > 0) grid.append(wholeDays(long, shown));
  grid.append(hours);
  for (const [at, day] of days.entries()) {
    grid.append(column(day, parts[at] ?? [], { ...shown, from: from * 60, to: to * 60 }));
  }
  return grid;
}

/** `Tuesday 24 November`. */
export function dayTitle(day: number): string {
  const { month, day: date } = civilDate(day);
  return `${DAYS[isoWeekday(day) - 1]} ${date} ${MONTHS[month - 1]}`;
}

/** `23 – 29 November 2026`. */
export function periodTitle(first: number, last: number): string {
  const [from, to] = [civilDate(first), civilDate(last)];
  if (first === last) return `${dayTitle(first)} ${from.year}`;
  const month = from.month === to.month ? '' : ` ${MONTHS[from.month - 1]}`;
  const year = from.year === to.year ? '' : ` ${from.year}`;
  return `${from.day}${month}${year} – ${to.day} ${MONTHS[to.month - 1]} ${to.year}`;
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

function head(day: number, today: number): HTMLElement {
  const short = `${dayTitle(day).slice(0, 3)} ${civilDate(day).day}`;
  const heading = element(
    'div',
    { class: day === today ? 'head today' : 'head', 'aria-hidden': 'true' },
    short,
  );
  return heading;
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
    const bar = button(event, from, shown);
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
    'aria-label': `${dayTitle(day)}${isToday ? ', today' : ''}${isOutside ? ', not asked for' : ''}`,
    ...(isToday && { 'aria-current': 'date' }),
  });
  for (const group of groupsOf(parts)) {
    const boxes = lanesOf(group);
    const lanes = Math.max(...boxes.map(({ lane }) => lane)) + 1;
    for (const part of boxes) {
      const one = button(part.event, day, shown);
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

/** Events that overlap, directly or through others. */
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

function button(event: PlacedEvent, day: number, { colourOf, open }: DaysToDraw): HTMLButtonElement {
  const { title, times, calendar, look } = event;
  const odd = look === 'busy' ? [] : [look];
  const label = [title, times, dayTitle(day), calendar, ...odd].filter((text) => text !== '').join(', ');
  const time = event.isLong ? [] : [element('span', {}, times)];
  const attributes = { type: 'button', class: `event ${look}`, 'aria-label': label, 'data-day': String(day) };
  const made = element('button', attributes, element('b', {}, title), ...time);
  made.style.setProperty('--colour', colourOf(calendar));
  made.addEventListener('click', () => open(event));
  return made;
}
