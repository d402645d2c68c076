import { CalendarError } from '../../../schemas/model/error.js';
import type { Log } from '../../ports/log.js';

/** Whether the copies of an account can be used; where they cannot, the server is asked. */
export class MirrorUse {
  #broken = false;
  readonly #log: Log;
  readonly #account: string;

  constructor(log: Log, account: string) {
    this.#log = log;
    this.#account = account;
  }

  get broken(): boolean {
    return this.#broken;
  }

  /** What was written could not be recorded: from now on the copies are wrong. */
  giveUp(): void {
    this.#broken = true;
    this.#log.warn('The mirror of the calendars cannot be written; it is no longer used.', {
      account: this.#account,
    });
  }

  /** Work that the mirror does; when it cannot, the mirror is left out. */
  async orWithout<T>(work: () => Promise<T>, without: () => Promise<T>): Promise<T> {
    if (this.#broken) return without();
    try {
      return await work();
    } catch (error) {
      if (!isStorageError(error)) throw error;
      this.#log.warn('The mirror of the calendars could not be used; the server was asked instead.', {
        account: this.#account,
        code: error.code,
      });
      return without();
    }
  }
}

function isStorageError(error: unknown): error is CalendarError {
  return error instanceof CalendarError && (error.code === 'STORAGE_ERROR' || error.code === 'STORAGE_FULL');
}
