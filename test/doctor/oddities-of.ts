import type { DoctorReport } from '../../schemas/settings/doctor-report.js';
import type { Oddities } from '../backends/applescript/simulated/oddities.js';

/** The switches of the simulated Calendar that make it behave as the Calendar of a report: how a report is a fixture. */
export function odditiesOf({ accounts }: DoctorReport): Oddities {
  const checks = accounts.flatMap((account) => account.checks);
  const fact = (check: string, name: string): unknown =>
    checks.find((one) => one.name === check)?.facts?.[name];
  const empty = 'an event without anything';
  const weekly = 'the rule FREQ=WEEKLY;COUNT=4';
  const change = 'the stamp of a change';
  const deleting = 'deleting a series';
  const end = fact('the end of an all-day event', 'end');
  const alarm = fact(empty, 'ownAlarm');
  const stamped = fact(empty, 'stamp') === true;
  const refused = fact(weekly, 'refusedWith') !== undefined;
  const dropped = fact(weekly, 'kept') === false;
  const left = fact(deleting, 'gone') === false;
  const ruled = !refused && !dropped;
  return {
    ...(fact(empty, 'unsetText') === 'empty' && { emptyText: true }),
    ...(fact(empty, 'unsetExcluded') === 'missing' && { skipsMissing: true }),
    ...(typeof alarm === 'number' && { defaultAlarm: alarm }),
    ...(!stamped && { noStamps: true }),
    ...(stamped && fact(change, 'changes') === false && { frozenStamps: true }),
    ...(fact(change, 'sameRunReads') === 'old' && { staleReads: true }),
    ...(fact('line ends of notes', 'lineEnds') === 'carriage returns' && { carriageReturns: true }),
    ...(fact('scripts from standard input', 'carriageReturn') === 'line feed' && { printsLineFeeds: true }),
    ...(end === 'last second' && { lastSecondEnds: true }),
    ...(end === 'a day longer' && { inclusiveEnds: true }),
    ...(refused && { rulesRefused: true }),
    ...(dropped && { rulesDropped: true }),
    ...(ruled && fact(weekly, 'asWritten') === false && { rulesRewritten: true }),
    ...(ruled && fact('an excluded date of a timed series', 'kept') === false && { skipsIgnored: true }),
    ...(left && fact(deleting, 'excludedInstead') === true && { seriesSurvive: true }),
    ...(left && fact(deleting, 'excludedInstead') === false && { seriesStay: true }),
    ...(fact('an event without length', 'refusedWith') !== undefined && { emptyRefused: true }),
    ...(fact('the place of new events', 'secondIsAfterFirst') === false && { newFirst: true }),
  };
}
