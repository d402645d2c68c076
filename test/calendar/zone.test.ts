import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../compilers/time/civil.js';
import type { Zone } from '../../compilers/time/zone.js';
import { zoneOf } from '../../src/calendar/zones/zone.js';
import { intlSource } from '../../src/calendar/zones/zone-intl.js';

function zone(id: string): Zone {
  const found = zoneOf(id);
  if (found === undefined) throw new Error(`no zone ${id}`);
  return found;
}

const utc = (text: string): number => Date.parse(`${text}Z`);

describe('zoneOf', () => {
  it.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    ['europe/berlin', 'Europe/Berlin'],
    ['EUROPE/BERLIN', 'Europe/Berlin'],
    ['europe/kyiv', 'Europe/Kyiv'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
    ['UTC', 'UTC'],
    ['Z', 'UTC'],
    ['Etc/UTC', 'UTC'],
    ['gmt', 'UTC'],
    ['tzone://Microsoft/Utc', 'UTC'],
    ['W. Europe Standard Time', 'Europe/Berlin'],
    ['w. europe standard time', 'Europe/Berlin'],
    ['Qyzylorda Standard Time', 'Asia/Qyzylorda'],
    ['/mozilla.org/20050126_1/Europe/Berlin', 'Europe/Berlin'],
    ['/freeassociation.sourceforge.net/Tzfile/America/Indiana/Knox', 'America/Indiana/Knox'],
    ['/Europe/Berlin', 'Europe/Berlin'],
    [' Europe/Berlin ', 'Europe/Berlin'],
  ])('%s is %s', (name, id) => {
    expect(zoneOf(name)?.id).toBe(id);
  });

  it.each([
    '',
    '/',
    'Mars/Olympus',
    'Customized Time Zone',
    '+01:00',
    'a/b/c/d/e',
    '__proto__',
    'x'.repeat(300),
  ])('does not know %j', (name) => {
    expect(zoneOf(name)).toBeUndefined();
  });

  it('gives the same zone for the same name', () => {
    expect(zoneOf('Europe/Rome')).toBe(zoneOf('europe/rome'));
  });
});

describe('wall times', () => {
  const berlin = zone('Europe/Berlin');

  it('reads a time in a gap with the offset before it', () => {
    const wall = utc('2026-03-29T02:30');
    expect(berlin.kindOf(wall)).toBe('gap');
    expect(berlin.toInstant(wall)).toBe(utc('2026-03-29T01:30'));
    expect(berlin.toWall(berlin.toInstant(wall))).toBe(utc('2026-03-29T03:30'));
  });

  it('reads a time that exists twice as the first', () => {
    const wall = utc('2026-10-25T02:30');
    expect(berlin.kindOf(wall)).toBe('fold');
    expect(berlin.toInstant(wall)).toBe(utc('2026-10-25T00:30'));
  });

  it.each([
    ['2026-03-29T01:59', 'unique'],
    ['2026-03-29T02:00', 'gap'],
    ['2026-03-29T02:59', 'gap'],
    ['2026-03-29T03:00', 'unique'],
    ['2026-10-25T01:59', 'unique'],
    ['2026-10-25T02:00', 'fold'],
    ['2026-10-25T02:59', 'fold'],
    ['2026-10-25T03:00', 'unique'],
  ])('%s in Berlin is %s', (wall, kind) => {
    expect(berlin.kindOf(utc(wall))).toBe(kind);
  });

  it('knows days that were left out, half-hour shifts and offsets with seconds', () => {
    expect(zone('Pacific/Apia').kindOf(utc('2011-12-30T12:00'))).toBe('gap');
    expect(zone('Australia/Lord_Howe').kindOf(utc('2026-10-04T02:15'))).toBe('gap');
    expect(zone('Australia/Lord_Howe').kindOf(utc('2026-10-04T02:45'))).toBe('unique');
    expect(zone('Africa/Monrovia').offsetAt(utc('1960-01-01T00:00'))).toBe(-(44 * MINUTE + 30_000));
  });

  it('finds summer times of a week, shorter than the usual probing step', () => {
    expect(zone('America/Recife').offsetAt(utc('2000-10-10T00:00'))).toBe(-2 * HOUR);
    expect(zone('America/Recife').offsetAt(utc('2000-10-07T00:00'))).toBe(-3 * HOUR);
    expect(zone('America/Recife').offsetAt(utc('2000-10-17T00:00'))).toBe(-3 * HOUR);
  });

  it('goes on with the current rule in the far future and holds at both ends of time', () => {
    expect(berlin.offsetAt(utc('2126-07-01T00:00'))).toBe(2 * HOUR);
    expect(berlin.offsetAt(utc('2126-01-01T00:00'))).toBe(HOUR);
    expect(Number.isFinite(berlin.toInstant(utc('9999-12-31T23:59')))).toBe(true);
    expect(Number.isFinite(berlin.toInstant(utc('0001-01-01T00:00')))).toBe(true);
  });
});

describe('against an independent implementation', () => {
  it('resolves wall times of every third zone like Temporal, near transitions and anywhere', () => {
    const seed = 20261121;
    let state = seed;
    const random = (below: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    const disagreements: string[] = [];
    let compared = 0;
    for (const id of Intl.supportedValuesOf('timeZone').filter((_, at) => at % 3 === 0)) {
      const subject = zone(id);
      const from = utc('1900-01-01T00:00') + random(180) * 365 * DAY;
      const transitions = intlSource(id)?.source.transitions(from, from + 5 * 365 * DAY) ?? [];
      const picked = transitions.length === 0 ? undefined : transitions[random(transitions.length)];
      const walls = [
        ...[1, 2, 3, 4].map(() => utc('1900-01-01T00:00') + random(200 * 365 * 1440) * MINUTE),
        ...(picked === undefined
          ? []
          : [-90, -60, -30, -1, 0, 1, 29, 30, 59, 60, 90].map(
              (minutes) => Math.floor((picked.at + picked.before) / MINUTE) * MINUTE + minutes * MINUTE,
            )),
      ];
      for (const wall of walls) {
        const text = new Date(wall).toISOString().slice(0, 19);
        const expected = Temporal.PlainDateTime.from(text).toZonedDateTime(id, {
          disambiguation: 'compatible',
        });
        compared++;
        const instant = subject.toInstant(wall);
        if (instant !== expected.epochMilliseconds) {
          disagreements.push(`${id} ${text}: ${instant} ${expected.epochMilliseconds}`);
        }
        if (subject.offsetAt(instant) !== Math.round(expected.offsetNanoseconds / 1e6)) {
          disagreements.push(`${id} ${text}: offset`);
        }
      }
    }
    expect(disagreements).toEqual([]);
    expect(compared).toBeGreaterThan(800);
  });
});
