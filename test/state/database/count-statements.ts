import pg from 'pg';
import { vi } from 'vitest';

/** What this process sends to its databases while `work` is done. */
export async function statementsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const sent: string[] = [];
  const query = pg.Client.prototype.query;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [first] = args as [string | pg.QueryConfig];
    sent.push(typeof first === 'string' ? first : first.text);
    return Reflect.apply(query, this, args);
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return sent;
}
