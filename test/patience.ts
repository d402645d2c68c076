/**
 * How long a test waits for an event that does not come: a safety stop, never part of what is tested. It costs nothing
 * while tests pass. `PATIENCE=10` (seconds) makes a failing test end sooner on a quiet machine.
 */
export const PATIENCE_MS = Number(process.env.PATIENCE ?? 600) * 1000;

/** The longest deadlines that settings allow, for calls whose deadline is not tested. */
export const PATIENT = { read: 600, write: 600 };
export const PATIENT_ENV = { CALENDAR_READ_DEADLINE: '600', CALENDAR_WRITE_DEADLINE: '600' };

/** Takes the timeouts from the requests of an SDK's client, so that only the test itself has one. */
export function patient<Client extends object>(client: Client): Client {
  return Object.assign(client, { _setupTimeout: () => undefined });
}
