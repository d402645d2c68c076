// @module-tag slow
import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '../../compilers/time/civil.js';
import { createEvent } from '../../src/calendar/edit/create-event.js';
import { editObject } from '../../src/calendar/edit/edit-object.js';
import { lives } from '../cases.js';
import {
  asked,
  context,
  patternWall,
  printSeries,
  type RandomSeries,
  randomSeries,
  zoneOfForm,
} from './edit-series-model.js';
import { FROM, type Seen, seen } from './seen-series.js';

const RUNS = lives(200);
const TO = FROM + 500 * DAY;

/** Rules that ical.js gets right, at hours without clock changes (it adds lengths as wall time). */
const common = randomSeries
  .filter(
    ({ rule, form }) =>
      /FREQ=(DAILY|WEEKLY)/.test(rule) && !/DAILY.*BYDAY/.test(rule) && form.kind !== 'floating',
  )
  .map(
    (series): RandomSeries => ({
      ...series,
      minutes: Math.min(series.minutes, 600),
      start: Math.floor(series.start / DAY) * DAY + 9 * 60 * MINUTE,
    }),
  );

/** Starts and titles from ical.js: by the VTIMEZONEs of the file, with its own iterator. */
function seenByIcalJs(ics: string): readonly string[] {
  const calendar = new ICAL.Component(ICAL.parse(ics));
  const events = calendar.getAllSubcomponents('vevent');
  const master = events.find((event) => !event.hasProperty('recurrence-id'));
  if (master === undefined) return [];
  const event = new ICAL.Event(master, { exceptions: events.filter((other) => other !== master) });
  const found: string[] = [];
  const iterator = event.iterator();
  const known = new Set<string>();
  for (let next = iterator.next(); next && next.toUnixTime() * 1000 < TO + 10 * DAY; next = iterator.next()) {
    // An RDATE on a start of the rule is one occurrence (RFC 5545 §3.8.5.2); ical.js lists it twice.
    if (known.has(next.toString())) continue;
    known.add(next.toString());
    const { startDate, endDate, item } = event.getOccurrenceDetails(next);
    const start = instant(startDate);
    if (start < TO) found.push(line(start, instant(endDate), item.summary));
  }
  return found.sort();
}

function instant(time: ICAL.Time): number {
  const wall = Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second);
  return time.isDate ? zoneOfForm({ kind: 'date' }).toInstant(wall) : time.toUnixTime() * 1000;
}

function line(start: number, end: number, title: string): string {
  return `${new Date(start).toISOString()}/${(end - start) / MINUTE} ${title}`;
}

function ours(list: readonly Seen[]): readonly string[] {
  return list
    .filter(({ start }) => start < TO)
    .map(({ start, end, title }) => line(start, end, title))
    .sort();
}

describe('what we write, read by ical.js', () => {
  for (const scope of ['this', 'following', 'all'] as const) {
    it(`edits of scope ${scope}`, () => {
      fc.assert(
        fc.property(
          common,
          fc.nat({ max: 9 }),
          fc.constantFrom(0, 60, 1440, -1440),
          (series, pick, minutes) => {
            const ics = printSeries(series);
            const before = seen(ics);
            const named = before[pick % Math.max(1, before.length)];
            if (named === undefined) return;
            const wall = patternWall(named.start, series.form, series.start) + minutes * MINUTE;
            const edit = editObject(
              ics,
              { start: asked(wall, series.form), title: 'New' },
              { scope, recurrenceId: named.id },
              // Before all of them: a series with past occurrences cannot move.
              context(FROM),
            );
            for (const written of [edit.ics, edit.split?.ics])
              if (written !== undefined) expect(seenByIcalJs(written)).toEqual(ours(seen(written)));
          },
        ),
        { numRuns: RUNS },
      );
    });
  }

  it('new events', () => {
    fc.assert(
      fc.property(common, fc.boolean(), (series, repeats) => {
        const end = series.end;
        const day = Math.floor(series.start / DAY);
        const ics = createEvent(
          {
            title: 'New',
            start: asked(series.start, series.form),
            ...(repeats
              ? {
                  recurrence: {
                    rrule: end?.kind === 'count' ? `${series.rule};COUNT=${end.count}` : series.rule,
                    ...(end?.kind === 'until'
                      ? { until: { kind: 'date' as const, day: day + end.days + 20 } }
                      : {}),
                    exclude: [{ kind: 'date' as const, day: day + 7 }],
                  },
                }
              : {}),
          },
          context(),
        );
        const mine = seen(ics);
        expect(mine.length).toBeGreaterThan(0);
        if (repeats) expect(seenByIcalJs(ics)).toEqual(ours(mine));
      }),
      { numRuns: RUNS },
    );
  });
});
