import { describe, expect, it } from 'vitest';
import type { MirrorRead } from '../../../compilers/targets/mirror/mirror-target.js';
import { firstRead } from '../../../src/backends/mirror/read/first-read.js';
import type { ScanResult } from '../../../src/ports/backend.js';

const NOTHING: ScanResult = { objects: [], unreadable: [], missing: [] };
const CALL: MirrorRead<string> = {
  kind: 'mirror',
  calendar: { id: 'work', href: 'https://dav.example/work/' },
  from: 0,
  to: 1,
  fallback: 'the question',
};
const NEVER = new Promise<never>(() => undefined);

/** A copy that is being made: `endsInMs` from now as far as can be told, in truth when `copied` resolves. */
function reading(
  endsInMs: number | undefined,
  copied: Promise<void>,
  lastAnswerMs: number,
  isCopiedAtTurn = false,
) {
  let isCopied = false;
  const asked: string[] = [];
  const answer = firstRead(
    CALL,
    {
      inner: {
        scan: () => NEVER,
        async queryBeforeCopy(call) {
          asked.push(call);
          return { ...NOTHING, lacking: 'something' };
        },
      },
      syncer: {
        upToDate: () => NEVER,
        sync: () => NEVER,
        freshEnoughSince: () => 0,
        comparedAt: () => 0,
        isCurrent: () => false,
        isBusy: () => true,
        isCopied: () => isCopied,
        done: () => undefined,
        endsInMs: () => endsInMs,
        settled: async () => undefined,
      },
      copies: {
        now: () => copied,
        soon: () => undefined,
        failedLately: () => undefined,
        settled: async () => undefined,
      },
      copyThrottle: {
        asking: (work) => work,
        waiting: (work) => work,
        copying: (work) => work,
        async questionsTurn() {
          isCopied = isCopiedAtTurn;
        },
        turn: async () => undefined,
        rests: () => async () => undefined,
        lastAnswerMs: () => lastAnswerMs,
      },
      patienceMs: 5000,
      stays: true,
      answer: async () => NOTHING,
    },
    { signal: new AbortController().signal },
  );
  return { asked, answer };
}

describe('a question while the calendar is copied', () => {
  it('waits for a copy that is complete before the server could answer', async () => {
    let complete = (): void => undefined;
    const copied = new Promise<void>((resolve) => {
      complete = resolve;
    });
    const { asked, answer } = reading(1000, copied, 60_000);
    await new Promise(setImmediate);
    complete();
    expect((await answer).lacking).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it('is not asked of the server when the copy is complete at its turn', async () => {
    const { asked, answer } = reading(undefined, NEVER, 3000, true);
    expect((await answer).lacking).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it.each([
    ['that takes longer', 3001],
    ['of which nothing has come yet', undefined],
  ])('is asked of the server at once beside a copy %s', async (_, endsInMs) => {
    const { asked, answer } = reading(endsInMs, NEVER, 3000);
    expect((await answer).lacking).toBe('something');
    expect(asked).toEqual(['the question']);
  });

  it('is asked of the server when the copy takes longer than it seemed', async () => {
    const { asked, answer } = reading(1, NEVER, 2);
    expect((await answer).lacking).toBe('something');
    expect(asked).toEqual(['the question']);
  });
});
