import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slotsWithRooms } from '../../src/analysis/time/slots-with-rooms.js';
import { zoneOf } from '../../src/calendar/zones/zone.js';
import { runs } from '../cases.js';

const QUARTER = 900_000;
const BASE = Date.UTC(2026, 10, 24);
const viewer = zoneOf('UTC');
if (viewer === undefined) throw new Error('no zone');
const range = (from: number, to: number) => ({ from: BASE + from * QUARTER, to: BASE + to * QUARTER });

function found(
  slots: readonly (readonly [number, number])[],
  rooms: Readonly<Record<string, readonly (readonly [number, number])[]>>,
  wanted: { readonly rooms: number; readonly length: number },
) {
  const times = Object.entries(rooms).map(([name, busy]) => ({
    name,
    busy: busy.map(([a, b]) => range(a, b)),
  }));
  const open = slots.map(([a, b]) => range(a, b));
  const length = wanted.length * QUARTER;
  return [...slotsWithRooms(open, times, { ...wanted, length }, viewer as NonNullable<typeof viewer>)].map(
    ({ from, to, rooms }) => [(from - BASE) / QUARTER, (to - BASE) / QUARTER, rooms],
  );
}

describe('slots with rooms', () => {
  it('are the whole slot where a room is free, else the part in which one is', () => {
    const rooms = { A: [[2, 4]], B: [[0, 8]] } as const;
    expect(found([[0, 8]], rooms, { rooms: 1, length: 2 })).toEqual([
      [0, 2, ['A']],
      [4, 8, ['A']],
    ]);
    expect(found([[0, 8]], rooms, { rooms: 1, length: 3 })).toEqual([[4, 8, ['A']]]);
    expect(found([[0, 8]], { ...rooms, C: [] }, { rooms: 1, length: 2 })).toEqual([[0, 8, ['C']]]);
    expect(found([[0, 8]], { ...rooms, C: [] }, { rooms: 2, length: 2 })).toEqual([
      [0, 2, ['A', 'C']],
      [4, 8, ['A', 'C']],
    ]);
    expect(found([[0, 8]], { A: [[0, 4]], B: [[4, 8]] }, { rooms: 1, length: 2 })).toEqual([
      [0, 4, ['B']],
      [4, 8, ['A']],
    ]);
  });

  it('are free from end to end, and none that is long enough is missing', () => {
    const busy = fc.array(
      fc
        .tuple(fc.nat(20), fc.integer({ min: 1, max: 6 }))
        .map(([from, length]) => [from, from + length] as const),
      { maxLength: 4 },
    );
    const rooms = fc.record({ A: busy, B: busy, C: busy });
    fc.assert(
      fc.property(
        rooms,
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 5 }),
        (taken, count, length) => {
          const parts = found([[2, 22]], taken, { rooms: count, length });
          const isFree = (name: string, from: number, to: number) =>
            (taken[name as 'A'] ?? []).every(([a, b]) => b <= from || a >= to);
          for (const [from, to, names] of parts as [number, number, string[]][]) {
            expect(to - from).toBeGreaterThanOrEqual(length);
            expect(names.length).toBeGreaterThanOrEqual(count);
            for (const name of names) expect(isFree(name, from, to)).toBe(true);
          }
          for (let from = 2; from + length <= 22; from++) {
            const free = ['A', 'B', 'C'].filter((name) => isFree(name, from, from + length));
            const isThere = (parts as [number, number, string[]][]).some(
              ([a, b]) => a <= from && b >= from + length,
            );
            expect(isThere).toBe(free.length >= count);
          }
        },
      ),
      { numRuns: runs(500) },
    );
  });
});
