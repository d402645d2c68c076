import type { AccountReport } from '../../schemas/settings/doctor-report.js';
import { clockOf } from '../config/configured-clock.js';
import { type Settings, secretsOf } from '../config/settings.js';
import type { Backend, CalendarInfo } from '../ports/backend.js';
import type { Check } from '../ports/probe.js';
import { createJsonLog } from '../system/json-log.js';
import { systemClock } from '../system/system-clock.js';
import { type BackendTools, backendTools, openAccounts } from '../wire-service.js';
import { accountReport, checkAccount } from './check-account.js';
import { checkRestriction, type Seen, writeWhereAllowed } from './check-named-calendars.js';
import { checkStateEntries } from './check-state.js';
import type { DoctorAccount } from './doctor-options.js';
import type { Examination } from './examination.js';
import { probeOf } from './probe-of.js';

export class UnknownAccount extends Error {
  override readonly name = 'UnknownAccount';
}

/** Opens and checks the configured accounts. */
export async function checkAccounts(
  examination: Examination,
  configured: Settings,
  whose = '',
): Promise<readonly AccountReport[]> {
  const { options } = examination;
  const { names } = options;
  const log = createJsonLog({
    level: configured.logLevel === 'debug' ? 'debug' : 'silent',
    write: (line) => process.stderr.write(line),
    secrets: secretsOf(configured),
  });
  const clock = await clockOf(configured).catch(() => systemClock());
  const tools = await backendTools(configured, { clock, log, serving: false });
  const open = options.open ?? openWithProbes;
  let opened: readonly DoctorAccount[] = [];
  try {
    await checkStateEntries(examination.ofSettings(), tools.stores.state);
    opened = await open(configured, tools);
    const wanted = opened
      .map((one, at) => ({ one, at }))
      .filter(({ one }) => options.account === undefined || options.account === one.name);
    if (wanted.length === 0 && options.account !== undefined) throw new UnknownAccount();
    const seen: Seen[] = [];
    for (const { one, at } of wanted) seen.push(await look(examination, one, at, tools));
    await checkRestriction(examination, configured, seen);
    if (whose === '') await writeWhereAllowed(examination, seen);
    return seen.map(({ at, one, calendars, checks }) =>
      accountReport(
        { label: `${whose}account ${at + 1}`, ...(names && { name: `${whose}${one.name}` }) },
        kindOf(one),
        calendars,
        checks,
      ),
    );
  } finally {
    await Promise.all(opened.map(({ backend }) => backend?.close()));
    tools.mirror?.close();
    await tools.stores.close();
  }
}

async function look(
  examination: Examination,
  one: DoctorAccount,
  at: number,
  { recordOf }: BackendTools,
): Promise<Seen> {
  const checks: Check[] = [];
  const { backend, error, probe } = one;
  const list = examination.checklist(checks, probe.deadlineMs);
  if (backend === undefined) {
    await list.check(
      'set up',
      () => Promise.reject(error),
      () => ({ status: 'ok', detail: '' }),
    );
    return { one, at, calendars: [], checks, list };
  }
  const patient = { backend, probe, checks: list, recordOf, now: Date.now() };
  let calendars: readonly CalendarInfo[] = [];
  await examination.guarded(list, async () => {
    calendars = await checkAccount(patient);
  });
  examination.terms.add(...calendars.map(({ name }) => name));
  return { one, at, calendars, checks, list };
}

function kindOf({
  account,
  backend,
}: {
  readonly account?: DoctorAccount['account'];
  readonly backend?: Backend;
}): string {
  return account?.kind ?? backend?.kind ?? 'unknown';
}

async function openWithProbes(settings: Settings, tools: BackendTools): Promise<readonly DoctorAccount[]> {
  const opened = await openAccounts(settings, tools);
  return Promise.all(opened.map(async (one) => ({ ...one, probe: await probeOf(one, tools) })));
}
