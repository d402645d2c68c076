import { HttpRefusal } from './refusal.js';

export interface BodyShare {
  /** Throws `HttpRefusal` (429 or 503) if there is no room. */
  take(bytes: number): void;
  /** Releases all bytes. */
  leave(): void;
}

/** Limits the memory of unanswered messages; counts bytes as they arrive, before any other limit. */
export function createBodyRoom({
  openBodyBytes,
  userBodyBytes,
}: {
  readonly openBodyBytes: number;
  readonly userBodyBytes: number;
}): (identity: string) => BodyShare {
  const held = new Map<string, number>();
  let all = 0;
  const add = (identity: string, bytes: number): void => {
    const own = (held.get(identity) ?? 0) + bytes;
    if (own === 0) held.delete(identity);
    else held.set(identity, own);
    all += bytes;
  };
  return (identity) => {
    let taken = 0;
    return {
      take(bytes) {
        const headers = { 'Retry-After': '1', Connection: 'close' };
        if ((held.get(identity) ?? 0) + bytes > userBodyBytes) {
          throw new HttpRefusal(429, 'Too many large messages at once.', { headers });
        }
        if (all + bytes > openBodyBytes) throw new HttpRefusal(503, 'The server is busy.', { headers });
        taken += bytes;
        add(identity, bytes);
      },
      leave() {
        add(identity, -taken);
        taken = 0;
      },
    };
  };
}
