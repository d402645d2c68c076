import { setTimeout as sleep } from 'node:timers/promises';
import { asAdmin } from './fresh-database.js';

/** Ends all connections to a database every few milliseconds while `work` is done. */
export async function whileCut<T>(url: string, work: () => Promise<T>): Promise<T> {
  let isOver = false;
  const cut = async () => {
    while (!isOver) {
      await asAdmin(
        url,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      );
      await sleep(5);
    }
  };
  const cutting = cut();
  try {
    return await work();
  } finally {
    isOver = true;
    await cutting;
  }
}
