import { onTestFinished, vi } from 'vitest';

const TICK_MS = 10;

/**
 * Makes this process's timers follow a clock that counts the turns of its event loop. On a busy machine it slows down
 * like everything else, so a deadline leaves the same room for work.
 */
export function onSteadyClock(): void {
  const tick = () => vi.advanceTimersByTime(TICK_MS);
  const ticking = setInterval(tick, TICK_MS);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => {
    clearInterval(ticking);
    vi.useRealTimers();
  });
}
