import { isCalendarNamed } from '../../compilers/filter/calendar-name.js';
import { CalendarError } from '../../schemas/model/error.js';
import { unlistedCalendar } from '../../schemas/model/unlisted-calendar.js';
import type { AccountReport, DoctorReport } from '../../schemas/settings/doctor-report.js';
import { clockOf } from '../config/configured-clock.js';
import { type Settings, secretsOf } from '../config/settings.js';
import type { Backend, CalendarInfo } from '../ports/backend.js';
import type { AccountProbe, Check, Checklist, CheckStatus } from '../ports/probe.js';
import { createJsonLog } from '../system/json-log.js';
import { systemClock } from '../system/system-clock.js';
import { type BackendTools, backendTools, type OpenedAccount, openAccounts } from '../wire.js';
import { accountReport, checkAccount } from './check-account.js';
import { checkSettings, type SettingSources, sourcesOf } from './check-settings.js';
import { checkStateEntries, checkStateFolder } from './check-state.js';
import { createChecklist } from './checklist.js';
import { checkClock, environmentOf } from './environment.js';
import { explainError } from './explain-error.js';
import { createPrivateTerms, termsOf } from './private-terms.js';
import { probeOf } from './probe-of.js';
import { writeTest } from './write-test.js';

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

const CHECK_MS = 30_000;

/** No account has the name that was asked for: the command line is wrong. */
export class UnknownAccount extends Error {
  override readonly name = 'UnknownAccount';
}

/** Checks everything that can prevent calendars from being read or written, and reports it without private words. */
export async function runDoctor(options: DoctorOptions): Promise<DoctorReport> {
  const { signal, names, version } = options;
  const terms = createPrivateTerms();
  const isPublic = names ? () => true : terms.isPublic;
  const checklist = (checks: Check[], deadlineMs = CHECK_MS): Checklist =>
    createChecklist({
      checks,
      signal,
      deadlineMs: options.checkMs ?? deadlineMs,
      explain: (error) => explainError(error, isPublic),
    });
  const environmentChecks: Check[] = [];
  const settingChecks: Check[] = [];
  const accounts: AccountReport[] = [];
  const settings = await checkSettings(checklist(settingChecks), options);
  if (settings !== undefined) {
    terms.add(...termsOf(settings));
    await checkClock(checklist(environmentChecks), settings);
    await checkStateFolder(checklist(settingChecks), settings.stateDir);
    accounts.push(...(await checkAccounts(settings)));
  }
  const all = [environmentChecks, settingChecks, ...accounts.map(({ checks }) => checks)].flat();
  const count = (status: CheckStatus): number => all.filter((check) => check.status === status).length;
  return {
    doctor: 1,
    version,
    checkedAt: new Date().toISOString(),
    complete: !signal.aborted,
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

  async function checkAccounts(configured: Settings): Promise<readonly AccountReport[]> {
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
      await checkStateEntries(checklist(settingChecks), tools.state);
      opened = await open(configured, tools);
      const wanted = opened.map((one, at) => ({ one, at })).filter(({ one }) => isWanted(one));
      if (wanted.length === 0 && options.account !== undefined) throw new UnknownAccount();
      const seen: Seen[] = [];
      for (const { one, at } of wanted) seen.push(await look(one, at, tools));
      await checkRestriction(configured, seen);
      await writeWhereAllowed(seen);
      return seen.map(({ at, one, calendars, checks }) =>
        accountReport(at, kindOf(one), calendars, checks, names ? one.name : undefined),
      );
    } finally {
      await Promise.all(opened.map(({ backend }) => backend?.close()));
      tools.mirror?.close();
    }
  }

  function isWanted({ name }: DoctorAccount): boolean {
    return options.account === undefined || options.account === name;
  }

  async function look(one: DoctorAccount, at: number, { recordOf }: BackendTools): Promise<Seen> {
    const checks: Check[] = [];
    const { backend, error, probe } = one;
    const list = checklist(checks, probe.deadlineMs);
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
    await guarded(list, async () => {
      calendars = await checkAccount(patient);
    });
    terms.add(...calendars.map(({ name }) => name));
    return { one, at, calendars, checks, list };
  }

  async function checkRestriction(
    { calendar, defaultCalendar }: Settings,
    seen: readonly Seen[],
  ): Promise<void> {
    const everything = options.account === undefined;
    for (const [name, wanted] of [
      ['the only calendar', calendar],
      ['the default calendar', defaultCalendar],
    ] as const) {
      if (wanted === undefined || !everything) continue;
      const found = seen
        .flatMap(({ calendars }) => calendars)
        .filter((one) => isCalendarNamed(one, wanted)).length;
      await checklist(settingChecks).check(
        name,
        async () => found,
        () =>
          found > 0
            ? { status: 'ok', detail: 'Found.', facts: { found } }
            : {
                status: 'failed',
                code: 'CALENDAR_NOT_FOUND',
                detail: 'No calendar has the configured name.',
                suggestion: 'Correct the name; calendar-mcp doctor --names lists the calendars.',
              },
      );
    }
  }

  async function writeWhereAllowed(seen: readonly Seen[]): Promise<void> {
    const { writeTest: wanted } = options;
    if (wanted === undefined) return;
    const matches = seen.flatMap((one) =>
      one.calendars
        .filter((calendar) => isCalendarNamed(calendar, wanted))
        .map((calendar) => ({ ...one, calendar })),
    );
    const [match] = matches;
    const chosen = await checklist(settingChecks).check(
      'the calendar for the write test',
      async () => {
        if (match === undefined) {
          throw new CalendarError('CALENDAR_NOT_FOUND', 'No calendar has the given name.', {
            suggestion: 'List the names with calendar-mcp doctor --names.',
          });
        }
        if (matches.length > 1) {
          throw new CalendarError('AMBIGUOUS_TARGET', 'Several calendars have the given name.', {
            suggestion: 'Give it as account/name.',
          });
        }
        if (match.calendar.unlisted) throw unlistedCalendar();
        if (!match.calendar.writable) throw new CalendarError('READ_ONLY', 'The calendar cannot be changed.');
        return match;
      },
      () => ({ status: 'ok', detail: 'It exists and can be changed.' }),
    );
    if (chosen === undefined) return;
    const { one, calendar, list } = chosen;
    const { backend, probe } = one;
    if (backend === undefined) return;
    await guarded(list, async () => {
      await probe.write?.(calendar, list);
      if (probe.ownWriteTest === true) return;
      await writeTest({ backend, calendar, checks: list, now: Date.now() });
    });
  }

  /** A bug in the doctor itself does not suppress the rest of the report. */
  async function guarded(list: Checklist, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      list.tell('the doctor', explainError(error, isPublic));
    }
  }
}

interface Seen {
  readonly one: DoctorAccount;
  readonly at: number;
  readonly calendars: readonly CalendarInfo[];
  readonly checks: readonly Check[];
  readonly list: Checklist;
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

function published(checks: readonly Check[]): DoctorReport['settings']['checks'] {
  return checks.map(({ facts, ...check }) => ({
    ...check,
    ...(facts === undefined ? {} : { facts: { ...facts } }),
  }));
}
