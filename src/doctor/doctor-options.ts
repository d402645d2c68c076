import type { Settings } from '../config/settings.js';
import type { AccountProbe } from '../ports/probe.js';
import type { BackendTools, OpenedAccount } from '../wire-service.js';
import type { SettingSources } from './check-settings.js';

export interface DoctorOptions extends SettingSources {
  readonly version: string;
  /** Checks only this account. */
  readonly account?: string;
  /** Calendar in which a test event may be created and deleted. */
  readonly writeTest?: string;
  /** Includes names of accounts and calendars in the report. */
  readonly names: boolean;
  /** Ends the run; the report then contains the checks so far. */
  readonly signal: AbortSignal;
  readonly checkMs?: number;
  /** Replaces the configured accounts in tests. */
  readonly open?: (settings: Settings, tools: BackendTools) => Promise<readonly DoctorAccount[]>;
}

export interface DoctorAccount extends OpenedAccount {
  readonly probe: AccountProbe;
}
