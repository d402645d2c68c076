import { createRequestSlots, type RequestSlots } from '../../../concurrency/semaphore.js';

/** Waits until no other write of this process is about an address; the returned function lets the next one go. */
export type ObjectTurns = (href: string, signal: AbortSignal) => Promise<() => void>;

/**
 * One write at a time for each object: servers that check a precondition and then take their time over the write
 * would let several pass.
 */
export function createObjectTurns(): ObjectTurns {
  const queues = new Map<string, { readonly slots: RequestSlots; users: number }>();
  return async (href, signal) => {
    const queue = queues.get(href) ?? { slots: createRequestSlots(1), users: 0 };
    queues.set(href, queue);
    queue.users++;
    const leave = (): void => {
      queue.users--;
      if (queue.users === 0) queues.delete(href);
    };
    try {
      const release = await queue.slots.take(signal);
      return () => {
        release();
        leave();
      };
    } catch (error) {
      leave();
      throw error;
    }
  };
}
