import { counted } from '../../../schemas/model/counted.js';
import type { DoctorReport } from '../../../schemas/settings/doctor-report.js';
import { cleanText } from '../../server/answers/clean-text.js';

type Check = DoctorReport['settings']['checks'][number];

/** Prints the totals and every check that did not pass; with `each`, also the accounts that work. */
export function printFindings(report: DoctorReport, each = false): string {
  const { environment, settings, accounts, summary, complete } = report;
  const { ok, warning, failed, skipped } = summary;
  const lines = [
    `${ok} passed, ${counted(warning, 'warning')}, ${failed} failed, ${skipped} skipped.`,
    ...linesOf('this computer', environment.checks),
    ...linesOf('settings', settings.checks),
    ...accounts.flatMap(({ account, name, kind, checks }) => linesOf(`${name ?? account} (${kind})`, checks)),
    ...(each ? accounts.map(soundLine).filter((line) => line !== '') : []),
    ...(complete ? [] : ['The run was interrupted before all checks had finished.']),
  ];
  return `${cleanText(lines.join('\n'))}\n`;
}

/** Reports a working account with its number of calendars; empty for one with problems. */
function soundLine({ account, name, kind, calendars, checks }: DoctorReport['accounts'][number]): string {
  const isSound = checks.every(({ status }) => status === 'ok' || status === 'skipped');
  return isSound ? `ok      ${name ?? account} (${kind}): ${counted(calendars.length, 'calendar')}` : '';
}

function linesOf(where: string, checks: readonly Check[]): readonly string[] {
  return checks
    .filter(({ status }) => status === 'warning' || status === 'failed')
    .flatMap(({ name, status, detail, code, suggestion }) => [
      `${status === 'failed' ? 'FAILED ' : 'warning'} ${where}, ${name}: ${detail}${code === undefined ? '' : ` (${code})`}`,
      ...(suggestion === undefined ? [] : [`        ${suggestion}`]),
    ]);
}
