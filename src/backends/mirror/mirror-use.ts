import { CalendarError } from '../../../schemas/model/error.js';
import type { Log } from '../../ports/log.js';

/** Falls back to the server if the copies of an account cannot be used. */
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

  /** Call after a write that could not be recorded: the copies are wrong from now on. */
  giveUp(): void {
    this.#broken = true;
    this.#log.warn('The mirror of the calendars cannot be written; it is no longer used.', {
      account: this.#account,
    });
  }

  /** Runs `work`, or `without` if the mirror fails. */
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
