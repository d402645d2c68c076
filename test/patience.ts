/**
 * Maximum wait of a test for an event that does not come: a safety stop, never part of the test. It costs nothing
 * while tests pass. `PATIENCE=10` (seconds) ends a failing test sooner on a quiet machine.
 */
export const PATIENCE_MS = Number(process.env.PATIENCE ?? 600) * 1000;

/** The longest deadlines that settings allow, for calls whose deadline is not under test. */
export const PATIENT = { read: 600, write: 600 };
export const PATIENT_ENV = { CALENDAR_READ_DEADLINE: '600', CALENDAR_WRITE_DEADLINE: '600' };
/**
 * The same for backends and their copies. A server may hang over one question; we ask it differently after a part of
 * `answerMs`.
 */
export const PATIENT_ACCOUNT = { deadlineMs: PATIENCE_MS, answerMs: PATIENCE_MS / 10, lookMs: PATIENCE_MS };
export const PATIENT_COPY = { patienceMs: PATIENCE_MS };

/** The same for a database, as part of its address. */
export const PATIENT_DATABASE = `query_timeout=${PATIENCE_MS}&connectionTimeoutMillis=${PATIENCE_MS}`;

/** Removes the timeouts from an SDK client's requests, so that only the test itself has one. */
export function patient<Client extends object>(client: Client): Client {
  return Object.assign(client, { _setupTimeout: () => undefined });
}

/** A deadline in ms that a test lets expire: enough to do the work `often` times on the machine as busy as now. */
export async function deadlineFor(work: () => Promise<unknown>, leastMs: number, often = 4): Promise<number> {
  const began = performance.now();
  await work();
  return Math.min(Math.max(leastMs, often * (performance.now() - began)), PATIENCE_MS);
}
