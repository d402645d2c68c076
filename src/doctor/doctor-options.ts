import type { Settings } from '../config/settings.js';
import type { AccountProbe } from '../ports/probe.js';
import type { BackendTools, OpenedAccount } from '../wire-service.js';
import type { SettingSources } from './check-settings.js';

export interface DoctorOptions extends SettingSources {
  readonly version: string;
  /** Look at this account alone. */
  readonly account?: string;
  /** The calendar in which an event may be made and deleted again. */
  readonly writeTest?: string;
  /** Put names of accounts and calendars into the report, for its reader alone. */
  readonly names: boolean;
  /** Ends the run; what is known by then is reported. */
  readonly signal: AbortSignal;
  readonly checkMs?: number;
  /** Tests put accounts of their own in the place of those of the settings. */
  readonly open?: (settings: Settings, tools: BackendTools) => Promise<readonly DoctorAccount[]>;
}

/** An account that was opened, with what its kind is looked at by. */
export interface DoctorAccount extends OpenedAccount {
  readonly probe: AccountProbe;
}
