import type { Occurrence, Person } from '../../schemas/model/event.js';
import { foldText } from '../filter/fold-text.js';
import { type Clause, spanned } from './clause.js';
import { type Choice, type Doubt, doubt } from './intent.js';

const SEPARATOR = /,? (?:and|&) |, ?/i;
/** Filler words around names. */
const NO_NAMES = /\b(?:and|too|as well|also|please|both|them|him|her|everyone|everybody|it|that|this)\b/gi;
const NAMED = /^\p{Lu}[\p{L}\p{M}'’.-]{0,40}(?: \p{Lu}[\p{L}\p{M}'’.-]{0,40}){0,3}/u;

/** Names at the start of a text: `Ana, Ben and Carol Díaz`; lower-case names only if known. */
export function namesIn(text: string, events: readonly Occurrence[]): readonly string[] {
  const names: string[] = [];
  for (const part of text.trim().split(SEPARATOR).slice(0, 20)) {
    const words = part.trim().split(' ').slice(0, 4);
    const runs = words.map((_, at) => words.slice(0, words.length - at).join(' '));
    const name = runs.find((run) => knownAs(run, events).length > 0) ?? NAMED.exec(part.trim())?.[0];
    if (name !== undefined) names.push(name);
    // A name has to end its part.
    if (name?.length !== part.trim().length) break;
  }
  return names;
}

/** The guests in a part of a request: names, addresses and unknown words. */
export function guestsIn(clause: Clause | undefined, events: readonly Occurrence[]) {
  const said = clause?.written(0, clause.text.length) ?? '';
  const parts = said.split(SEPARATOR).map((part) => part.trim());
  const named = parts.filter((part) => !part.includes('@')).join(' and ');
  const besideNames = (part: string) => besides(namesIn(part, events), part);
  const names = namesIn(named, events);
  // The name precedes its address.
  const beside = parts.filter((part) => part.includes('@')).map((part) => part.split(/\S+@\S+/));
  const left = [
    ...besideNames(named),
    ...beside.flatMap(([before = '', ...after]) => [...besideNames(before), ...besides([], after.join(' '))]),
  ];
  return { names, addresses: clause === undefined ? [] : spanned(clause, 'address'), left };
}

/** The text besides names and joining words. */
export function besides(names: readonly string[], text: string): readonly string[] {
  const rest = names.reduce((words, name) => words.replace(name, ' '), text);
  return /[\p{L}\p{N}]/u.test(rest.replace(NO_NAMES, ' ')) ? [rest.replace(/\s+/g, ' ').trim()] : [];
}

/** Everyone with this name, or with it as a part of theirs. */
export function knownAs(name: string, events: readonly Occurrence[]): readonly Person[] {
  const wanted = foldText(name).replace(/['’]s$/, '');
  const found = new Map<string, Person>();
  for (const { attendees, organizer } of events) {
    for (const { email, name: full } of organizer === undefined ? attendees : [...attendees, organizer]) {
      if (email === '' || full === undefined) continue;
      const folded = foldText(full);
      if (folded === wanted || folded.split(/\s+/).includes(wanted) || email.toLowerCase() === wanted)
        found.set(email.toLowerCase(), { email: email.toLowerCase(), name: full });
    }
  }
  return [...found.values()];
}

/** Resolves attendees. Skips a name that several people share; `choices` holds the possible lists. */
export function peopleOf(
  names: readonly string[],
  addresses: readonly string[],
  events: readonly Occurrence[],
) {
  const sure: Person[] = addresses.map((email) => knownAs(email, events)[0] ?? { email });
  const doubts: Doubt[] = [];
  let open: readonly Person[] = [];
  for (const name of names) {
    const known = knownAs(name, events);
    const [only] = known;
    if (only !== undefined && known.length === 1) sure.push(only);
    else if (only === undefined) doubts.push(doubt('noAddress', 'attendees', name));
    else open = open.length === 0 ? known : open;
  }
  const attendees = [...new Map(sure.map((person) => [person.email, person])).values()];
  const emails = attendees.map(({ email }) => email);
  return { attendees, doubts, choices: open.map(({ email }) => [...emails, email]) };
}

export function choiceOf(path: string, values: readonly unknown[]): readonly Choice[] {
  return values.length > 1 ? [{ path, values: values.map((value) => ({ value })) }] : [];
}
