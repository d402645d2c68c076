import { expect, it } from 'vitest';
import { CalendarError } from '../../schemas/model/error.js';
import type { WriteCounter } from '../../src/ports/state-store.js';
import { followWrites } from '../../src/system/follow-writes.js';

/** What replicas share, which may be away. */
function shared() {
  const at = { count: 0, isAway: false };
  const answered = async <T>(give: () => T): Promise<T> => {
    if (at.isAway) throw new CalendarError('UNAVAILABLE', 'away');
    return give();
  };
  const counter: WriteCounter = {
    read: () => answered(() => at.count),
    raise: () => answered(() => ++at.count),
  };
  const replica = () => {
    const seen = { forgotten: 0 };
    return { ...followWrites(counter, () => seen.forgotten++), seen };
  };
  return { at, replica };
}

it('forgets what others have written since, and keeps what it wrote itself', async () => {
  const { replica } = shared();
  const [one, two] = [replica(), replica()];
  for (const each of [one, two]) await each.catchUp();
  expect([one.seen.forgotten, two.seen.forgotten]).toEqual([1, 1]);
  await one.wrote();
  await one.catchUp();
  expect(one.seen.forgotten).toBe(1);
  await two.catchUp();
  await two.catchUp();
  expect(two.seen.forgotten).toBe(2);
  // One has not seen what two wrote before its own write.
  await two.wrote();
  await one.wrote();
  await one.catchUp();
  expect(one.seen.forgotten).toBe(2);
});

it('forgets everything while it cannot be known, and tells the others later', async () => {
  const { at, replica } = shared();
  const [one, two] = [replica(), replica()];
  for (const each of [one, two]) await each.catchUp();
  at.isAway = true;
  const telling = one.wrote();
  await two.catchUp();
  await two.catchUp();
  expect(two.seen.forgotten).toBe(3);
  at.isAway = false;
  await telling;
  expect(at.count).toBe(1);
  await two.catchUp();
  expect(two.seen.forgotten).toBe(4);
});
