import type { ReadPlan } from '../../../compilers/plan/read-plan.js';
import type { PersonTimes } from '../../../schemas/answers/analysis-data.js';
import type { ReadData } from '../../../schemas/answers/read-data.js';
import type { Success } from '../../../schemas/answers/success.js';
import type { Range } from '../../../schemas/model/time.js';
import type { FreeBusyAnswer } from '../../ports/free-busy.js';
import { busyIntervals, mergeTimes } from '../../rows/busy-intervals.js';
import { printTime } from '../../rows/project/print-span.js';
import type { Call } from '../context/call.js';
import type { Engine } from '../context/engine.js';
import { zoneOrThrow } from '../context/zone-or-throw.js';
import { collect } from '../read/collect.js';
import { busyAgenda } from '../read/read-busy.js';
import { readMeta } from '../read/read-meta.js';
import { ownAddressesOf } from '../sources/own-addresses.js';
import { askFreeBusy, failedToTell } from './ask-free-busy.js';
import { eachOnce, peopleNamed } from './people-named.js';

/** Busy times of people, as far as servers provide them; an unknown person is listed without times. */
export async function runReadTimes(
  plan: ReadPlan,
  names: readonly string[],
  engine: Engine,
  call: Call,
): Promise<Success<ReadData>> {
  const viewer = zoneOrThrow(engine, plan.timezone);
  const collected = await collect({ ...plan, others: 'times' }, engine, { call, progress: call.progress });
  const { timezone, refresh, range } = plan;
  const said = names.map((name) => ({ name, path: '/query/filters/attendee' }));
  const lookup = { engine, call, timezone, refresh, found: collected.found };
  const people = eachOnce((await peopleNamed(said, lookup)).flat());
  const addresses = people.map(({ address }) => address);
  const { answers, failed } = await askFreeBusy({ addresses, range }, plan, collected, call.signal);
  const own = new Set(collected.found.sources.flatMap(({ backend }) => [...ownAddressesOf(backend)]));
  const timesOf = ({ address, ...answer }: FreeBusyAnswer): readonly Range[] => {
    if (answer.kind === 'unknown') return [];
    return own.has(address.toLowerCase())
      ? busyIntervals(collected.rows, range)
      : mergeTimes(answer.busy, range);
  };
  const told = answers.map((answer, at): PersonTimes & { readonly times: readonly Range[] } => {
    const name = people[at]?.name;
    const who = { ...(name !== undefined && { name }), email: answer.address };
    const times = timesOf(answer).slice(0, plan.limit);
    return answer.kind === 'unknown'
      ? { ...who, checked: false, reason: answer.reason, times }
      : { ...who, checked: true, busy: times.map((time) => printTime(time, viewer)), times };
  });
  const meta = readMeta(plan, collected, {
    viewer,
    now: engine.systemNow(),
    otherFailures: failedToTell(failed),
  });
  if (plan.format !== 'agenda')
    return { success: true, data: { attendees: told.map(({ times, ...one }) => one) }, meta };
  const agenda = told.map(
    ({ name, email, reason, times }) =>
      `${name ?? email}\n${reason === undefined ? busyAgenda(times, viewer) : `(not known: ${reason})`}`,
  );
  return { success: true, data: { agenda: agenda.join('\n') }, meta };
}
