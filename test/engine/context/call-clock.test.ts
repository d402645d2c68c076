import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallClock } from '../../../src/engine/context/call-clock.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

describe('the time of a call that is put off', () => {
  it('begins anew, again and again, but not for ever', () => {
    const clock = new CallClock();
    const ring = vi.fn();
    clock.after(25, ring);
    for (let step = 0; step < 4; step++) {
      vi.advanceTimersByTime(20);
      expect(ring).not.toHaveBeenCalled();
      clock.putOff(70);
    }
    // 80 ms later: 25, and 70 more.
    vi.advanceTimersByTime(14);
    expect(ring).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(ring).toHaveBeenCalledOnce();
  });

  it('is as long as before where it stands still', async () => {
    const clock = new CallClock();
    const ring = vi.fn();
    clock.after(25, ring);
    vi.advanceTimersByTime(20);
    await clock.standStill(async () => {
      clock.putOff(1000);
      vi.advanceTimersByTime(500);
    });
    vi.advanceTimersByTime(24);
    expect(ring).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(ring).toHaveBeenCalledOnce();
  });
});
