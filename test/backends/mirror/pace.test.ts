import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createPace } from '../../../src/backends/mirror/sync/pace.js';

describe('a copy rests', () => {
  const NEVER = new AbortController().signal;
  let clock: number;
  let isOver: boolean;
  function rest(): Promise<void> {
    isOver = false;
    return pace.rest().then(() => {
      isOver = true;
    });
  }
  const pace = createPace(NEVER, () => clock);

  it('until what a server answered has become the answer of a call', async () => {
    clock = 0;
    await pace.asking(Promise.resolve());
    const resting = rest();
    await sleep(50);
    expect(isOver).toBe(false);
    clock = 150;
    await resting;
  });

  it('no longer than a second, however often it is asked', async () => {
    clock = 0;
    const resting = (async () => {
      await pace.asking(Promise.resolve());
      await rest();
    })();
    await sleep(20);
    clock = 1000;
    void pace.asking(sleep(60_000, undefined, { ref: false }));
    await resting;
  });

  it('not at all when somebody waits for it', async () => {
    clock = 0;
    await pace.asking(Promise.resolve());
    const resting = rest();
    await pace.waiting(resting);
    expect(isOver).toBe(true);
  });

  it('no longer than the account is open, without waiting for a timer that may never fire', async () => {
    const account = new AbortController();
    const pace = createPace(account.signal, () => 0);
    await pace.asking(Promise.resolve());
    const ended = pace.rest().catch(({ code }) => code);
    await setImmediate();
    await setImmediate();
    account.abort();
    expect(await Promise.race([ended, sleep(1)])).toBe('CANCELLED');
  });
});
