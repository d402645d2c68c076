import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DoctorReport, doctorReportSchema } from '../../schemas/settings/doctor-report.js';
import type { DoctorOptions } from '../../src/doctor/doctor-options.js';
import { runDoctor } from '../../src/doctor/run-doctor.js';
import type { Check } from '../../src/ports/probe.js';
import { PATIENCE_MS } from '../patience.js';

export interface Examined {
  readonly report: DoctorReport;
  /** The report as it is printed. */
  readonly text: string;
}

const NEVER = new AbortController().signal;

/** A run with an environment of its own; its report is checked against its schema. */
export async function examine(
  env: Record<string, string>,
  options: Partial<DoctorOptions> = {},
): Promise<Examined> {
  const root = mkdtempSync(join(tmpdir(), 'calendar-doctor-'));
  try {
    const report = await runDoctor({
      flags: {},
      env: {
        HOME: root,
        XDG_CONFIG_HOME: join(root, 'config'),
        XDG_DATA_HOME: join(root, 'data'),
        CALENDAR_STATE_DIR: join(root, 'state'),
        ...env,
      },
      version: '0.0.0',
      names: false,
      signal: NEVER,
      checkMs: PATIENCE_MS,
      ...options,
    });
    return { report: doctorReportSchema.parse(report), text: JSON.stringify(report, undefined, 2) };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

type Checks = DoctorReport['settings']['checks'];

export function checksOf({ report }: Examined): Checks {
  const { environment, settings, accounts } = report;
  return [...environment.checks, ...settings.checks, ...accounts.flatMap(({ checks }) => checks)];
}

export function checkOf(examined: Examined, name: string): Checks[number] | undefined {
  return checksOf(examined).find((check) => check.name === name);
}

/** Checks that are not well, as one line each. */
export function troubles(examined: Examined): readonly string[] {
  return checksOf(examined)
    .filter(({ status }): boolean => status !== ('ok' satisfies Check['status']))
    .map(({ name, status, code, detail }) => `${name}: ${status} ${code ?? ''} ${detail}`);
}
