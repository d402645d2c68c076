import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isUndated, type TaskFields } from '../../../schemas/model/task.js';
import { ALL_TIME, type Instant } from '../../../schemas/model/time.js';
import { expand } from '../../../src/calendar/expand/expand.js';
import { readObject } from '../../../src/calendar/read/read-object.js';
import type { Series } from '../../../src/calendar/series/series.js';
import { parseCalendar, printNode } from '../../../src/calendar/text/component.js';
import { splitting } from '../../../src/calendar/text/split-events.js';
import { finish } from '../../../src/calendar/text/steps.js';
import { zoneOf } from '../../../src/calendar/zones/zone.js';
import { zoneNamed } from './zone-named.js';

const FOLDER = join(import.meta.dirname, '../../../fixtures/tasks');
const FILES = readdirSync(FOLDER).filter((file) => file.endsWith('.ics'));
const EXPECTED = join(FOLDER, 'expected.json');
const BERLIN = zoneNamed('Europe/Berlin');
const YEAR = { from: ALL_TIME.from, to: Date.parse('2026-12-01T00:00:00Z') };

function minute(instant: Instant): string {
  return new Date(instant).toISOString().slice(0, 16);
}

/** One line per task, or per occurrence up to the end of November, with all that a reader must understand. */
function told(series: Series): readonly string[] {
  const { task: master } = series.fields;
  if (master === undefined) return [`${series.fields.title}: no task`];
  const range = isUndated(master) ? ALL_TIME : YEAR;
  return expand(series, range, BERLIN).map(({ fields, start, end, allDay }) => {
    const task: TaskFields = fields.task ?? master;
    const when = isUndated(task)
      ? 'never due'
      : `${task.hasStart ? `from ${minute(start)} ` : ''}${task.hasDue ? `due ${minute(end)}` : ''}${allDay ? ' (days)' : ''}`;
    const more = [
      ...(task.priority > 0 ? [`priority ${task.priority}`] : []),
      ...(task.percent === undefined ? [] : [`${task.percent} %`]),
      ...(task.completed === undefined ? [] : [`completed ${minute(task.completed)}`]),
      ...(task.parent === undefined ? [] : [`part of ${task.parent}`]),
      ...(task.children.length === 0 ? [] : [`has ${task.children.join()}`]),
      ...(fields.tags.length === 0 ? [] : [`tags ${fields.tags.join()}`]),
      ...(fields.reminders.length === 0
        ? []
        : [`alarms ${fields.reminders.map((one) => one.minutesBefore).join()}`]),
    ];
    return `${fields.title}: ${[task.status, when.trim(), ...more].join(', ')}`;
  });
}

describe('tasks as other programs write them', () => {
  const expected: Record<string, readonly string[]> = JSON.parse(readFileSync(EXPECTED, 'utf8'));

  it.each(FILES)('%s is understood', (file) => {
    const { series, problems } = readObject(readFileSync(join(FOLDER, file), 'utf8'), zoneOf);
    const lines = series.flatMap(told);
    if (process.env.UPDATE_FIXTURES === '1') {
      expected[file] = lines;
      writeFileSync(EXPECTED, `${JSON.stringify(expected, null, 2)}\n`);
    }
    expect(problems).toEqual([]);
    expect(lines).toEqual(expected[file]);
    expect(series.length).toBeGreaterThanOrEqual(9);
  });

  it.each(FILES)('%s is printed as it was read, whole and task by task', (file) => {
    const text = readFileSync(join(FOLDER, file), 'utf8');
    expect(parseCalendar(text).map(printNode).join('')).toBe(text);
    for (const { ics } of finish(splitting(text))) {
      expect(parseCalendar(ics).map(printNode).join('')).toBe(ics);
      const inside = /BEGIN:VTODO[\s\S]*END:VTODO/.exec(ics)?.[0].split('END:VTODO\r\nBEGIN:VTODO')[0] ?? '';
      expect(text).toContain(inside);
    }
  });
});
