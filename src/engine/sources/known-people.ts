import { foldText } from '../../../compilers/filter/fold-text.js';
import { personTest } from '../../../compilers/filter/match-set.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { KnownPerson, PeopleQuestion } from '../../ports/people.js';
import type { Engine } from '../context/engine.js';
import type { FailedSource } from '../context/source.js';

/** People whom accounts know, and the accounts that failed. */
export interface PeopleFound {
  readonly people: readonly KnownPerson[];
  readonly failed: readonly FailedSource[];
}

/** Asks every account that has address books or a directory, unless the policy forbids it. */
export async function askForPeople(
  question: PeopleQuestion,
  { backends, settings }: Engine,
  request: { readonly signal: AbortSignal; readonly refresh?: boolean },
): Promise<PeopleFound> {
  if (settings.policy.people === 'none') return { people: [], failed: [] };
  const failed: FailedSource[] = [];
  const lists = await Promise.all(
    backends.map(async (backend) => {
      try {
        return (await backend.people?.(question, request)) ?? [];
      } catch (error) {
        if (!(error instanceof CalendarError) || error.code === 'CANCELLED') throw error;
        failed.push({ account: backend.name, error });
        return [];
      }
    }),
  );
  return { people: lists.flat(), failed };
}

interface Named {
  readonly name: string;
  readonly nicknames: readonly string[];
  readonly addresses: readonly string[];
}

/**
 * People who match a name: those with exactly this name if it has several words, else those with it among the
 * words of their name or address, else those with it anywhere in them.
 */
export function meantBy<Person extends Named>(said: string, people: readonly Person[]): readonly Person[] {
  const isMeant = personTest(said, foldText);
  const all = people.filter(({ name, nicknames, addresses }) =>
    [name, ...nicknames, ...addresses].some((email) => isMeant({ email })),
  );
  const wanted = wordsOf(said);
  const called = all.filter(({ name, nicknames }) =>
    [name, ...nicknames].some((one) => wordsOf(one) === wanted),
  );
  if (called.length > 0 && wanted.trim().includes(' ')) return called;
  const exact = all.filter(({ name, nicknames, addresses }) =>
    wordsOf([name, ...nicknames, ...addresses].join(' ')).includes(wanted),
  );
  return exact.length > 0 ? exact : all;
}

function wordsOf(text: string): string {
  return ` ${foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .join(' ')
    .trim()} `;
}
