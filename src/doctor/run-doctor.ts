import type { AccountReport, DoctorReport } from '../../schemas/settings/doctor-report.js';
import type { Settings } from '../config/settings.js';
import { settingsOfUser } from '../config/user-settings.js';
import type { Check, CheckStatus } from '../ports/probe.js';
import { checkAccounts } from './check-accounts.js';
import { checkSettings, checkUser, sourcesOf } from './check-settings.js';
import { checkStateFolder } from './check-state.js';
import type { DoctorOptions } from './doctor-options.js';
import { checkClock, environmentOf } from './environment.js';
import { Examination } from './examination.js';
import { termsOf } from './private-terms.js';

/** Checks everything that calendar access depends on, and reports it without private text. */
export async function runDoctor(options: DoctorOptions): Promise<DoctorReport> {
  const examination = new Examination(options);
  const { settingChecks, terms } = examination;
  const environmentChecks: Check[] = [];
  const accounts: AccountReport[] = [];
  const settings = await checkSettings(examination.ofSettings(), options);
  if (settings !== undefined) {
    terms.add(...termsOf(settings));
    await checkClock(examination.checklist(environmentChecks), settings);
    await checkStateFolder(examination.ofSettings(), settings.stateDir);
    accounts.push(...(await checkAccounts(examination, settings)));
    if (options.account === undefined) accounts.push(...(await checkUsers(examination, settings)));
  }
  const all = [environmentChecks, settingChecks, ...accounts.map(({ checks }) => checks)].flat();
  const count = (status: CheckStatus): number => all.filter((check) => check.status === status).length;
  return {
    doctor: 1,
    version: options.version,
    checkedAt: new Date().toISOString(),
    complete: !options.signal.aborted,
    environment: { ...environmentOf(), checks: published(environmentChecks) },
    settings: {
      ...(await sourcesOf(options)),
      accounts: accounts.length,
      checks: published(settingChecks),
    },
    accounts,
    summary: {
      ok: count('ok'),
      warning: count('warning'),
      failed: count('failed'),
      skipped: count('skipped'),
    },
  };
}

async function checkUsers(examination: Examination, common: Settings): Promise<readonly AccountReport[]> {
  const reports: AccountReport[] = [];
  for (const [index, user] of common.http.users.entries()) {
    const identity = examination.options.names ? ` (${user.identities.join(', ')})` : '';
    const called = `user ${index + 1}${identity}`;
    const own = await checkUser(examination.ofSettings(), called, () =>
      settingsOfUser(user, common, examination.options),
    );
    if (own === undefined) continue;
    examination.terms.add(...termsOf(own));
    reports.push(...(await checkAccounts(examination, own, `${called}, `)));
  }
  return reports;
}

function published(checks: readonly Check[]): DoctorReport['settings']['checks'] {
  return checks.map(({ facts, ...check }) => ({
    ...check,
    ...(facts === undefined ? {} : { facts: { ...facts } }),
  }));
}
