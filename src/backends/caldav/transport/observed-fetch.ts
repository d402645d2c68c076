import { REQUEST_ENDED, requestBegins } from '../../../system/telemetry.js';
import type { Fetch } from './fetch.js';

/** A fetch that reports its requests. An answer ends when its body has been read or cancelled. */
export function observedFetch(fetch: Fetch): Fetch {
  return async (input, init) => {
    if (!REQUEST_ENDED.hasSubscribers) return fetch(input, init);
    const ended = requestBegins('caldav', (init?.method ?? 'GET').toUpperCase());
    try {
      const answer = await fetch(input, init);
      const { body, status, headers } = answer;
      if (body !== null)
        return new Response(
          heard(body, () => ended(status)),
          { status, headers },
        );
      ended(status);
      return answer;
    } catch (error) {
      ended();
      throw error;
    }
  };
}

/** The same bytes. Calls `ended` after the last one, on failure, and on cancel. */
function heard(body: ReadableStream<Uint8Array>, ended: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) return controller.enqueue(value);
          ended();
          controller.close();
        } catch (error) {
          ended();
          controller.error(error);
        }
      },
      async cancel(reason) {
        ended();
        await reader.cancel(reason);
      },
    },
    // Reads only on demand.
    { highWaterMark: 0 },
  );
}
