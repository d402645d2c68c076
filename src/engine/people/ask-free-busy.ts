import type { ReadPlan } from '../../../compilers/plan/read-plan.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Range } from '../../../schemas/model/time.js';
import type { FreeBusyAnswer } from '../../ports/free-busy.js';
import type { FailedSource, Source } from '../context/source.js';
import type { Collected } from '../read/collected.js';
import { ownAddressesOf } from '../sources/own-addresses.js';
import { selectSources } from '../sources/sources.js';

/** Busy times of other people: one answer per address, in order, and the accounts that failed. */
export interface OthersTimes {
  readonly answers: readonly FreeBusyAnswer[];
  readonly failed: readonly FailedSource[];
}

/**
 * Asks the accounts behind the calendars of a read about people, one after the other, until one knows them.
 * Skips the owner's addresses, because that read says when the owner is busy.
 */
export async function askFreeBusy(
  { addresses, range }: { readonly addresses: readonly string[]; readonly range: Range },
  plan: ReadPlan,
  collected: Collected,
  signal: AbortSignal,
): Promise<OthersTimes> {
  const selected = selectSources(collected.found, plan.calendars, plan.where);
  const accounts = [...new Set(selected.map(({ backend }) => backend))];
  const answers = new Map<string, FreeBusyAnswer>();
  for (const address of addresses) {
    const own = ownAnswer(address, selected, collected);
    if (own !== undefined) answers.set(address, own);
  }
  const defaultReason = collected.found.failed.length === 0 ? NOBODY_TELLS : NOT_REACHED;
  const reasons = new Map<string, string>();
  const failed: FailedSource[] = [];
  for (const backend of accounts) {
    const open = addresses.filter((address) => !answers.has(address));
    if (open.length === 0 || backend.freeBusyOf === undefined) continue;
    try {
      for (const [at, answer] of (await backend.freeBusyOf(open, range, { signal })).entries()) {
        const address = open[at] ?? answer.address;
        if (answer.kind === 'known') answers.set(address, answer);
        // Keeps the failure as the reason, because the failed server might have known.
        else if (failed.length === 0) reasons.set(address, answer.reason);
      }
    } catch (error) {
      if (!(error instanceof CalendarError) || error.code === 'CANCELLED') throw error;
      failed.push({ account: backend.name, error });
      for (const address of open) reasons.set(address, error.message);
    }
  }
  const answerFor = (address: string): FreeBusyAnswer =>
    answers.get(address) ?? unknown(address, reasons.get(address) ?? defaultReason);
  return { answers: addresses.map(answerFor), failed };
}

const NOBODY_TELLS = 'No account here provides the busy times of others.';
const NOT_REACHED = 'An account that may provide them could not be reached.';
const OWN_IN_PART = 'Only some calendars of this person, the owner of the account, were checked.';
const OWN_UNREAD = 'A calendar of this person, the owner of the account, could not be read.';

/** The busy times of the owner are those in the owner's calendars, which are read anyway. */
function ownAnswer(
  address: string,
  selected: readonly Source[],
  { reports, found }: Collected,
): FreeBusyAnswer | undefined {
  const owned = selected.find(({ backend }) => ownAddressesOf(backend).has(address.toLowerCase()))?.backend;
  if (owned === undefined) return undefined;
  const looked = new Set(selected.map(({ calendar }) => calendar.id));
  if (found.sources.some(({ backend, calendar }) => backend === owned && !looked.has(calendar.id))) {
    return unknown(address, OWN_IN_PART);
  }
  const isUnread = reports.some(({ account, error }) => account === owned.name && error !== undefined);
  return isUnread ? unknown(address, OWN_UNREAD) : { kind: 'known', address, busy: [] };
}

function unknown(address: string, reason: string): FreeBusyAnswer {
  return { kind: 'unknown', address, reason };
}

/** The accounts that failed to provide busy times, in the form of an answer. */
export function failedToTell(failed: readonly FailedSource[]) {
  return failed.map(({ account, error: { code, message } }) => ({
    account,
    asked: 'free/busy',
    error: code,
    message,
  }));
}
