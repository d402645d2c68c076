import type { PersonKind } from '../../../../schemas/model/event.js';
import { type Component, parseCalendar, properties, property } from '../../../calendar/text/component.js';
import {
  type Property,
  parameter,
  splitTextList,
  unescapeText,
} from '../../../calendar/text/content-line.js';
import { ADDRESS_USES, type AddressUse, type KnownPerson } from '../../../ports/people.js';

/** One card, with its UID for group members. */
export interface Card extends Omit<KnownPerson, 'from' | 'members'> {
  readonly uid: string;
  /** `urn:uuid:…` of cards, or addresses. */
  readonly memberRefs: readonly string[];
}

const MOST_ADDRESSES = 20;
const KINDS: Readonly<Record<string, PersonKind>> = { group: 'group', location: 'room', device: 'resource' };

/** Reads vCard 3 or 4 (RFC 2426, RFC 6350): only names, addresses and their uses, kinds and members. */
export function readCards(text: string): readonly Card[] {
  return parseCalendar(text).flatMap((node) =>
    node.kind === 'component' && node.name === 'VCARD' ? [readCard(node)] : [],
  );
}

function readCard(card: Component): Card {
  const emails = properties(card, 'EMAIL')
    .map((line) => ({ address: bareAddress(line.value), rank: rankOf(line), use: useOf(line) }))
    .filter((one): one is typeof one & { address: string } => one.address !== undefined)
    .sort((a, b) => a.rank - b.rank);
  const addresses = emails.map(({ address }) => address);
  const kind = text(card, 'KIND') || text(card, 'X-ADDRESSBOOKSERVER-KIND');
  return {
    uid: text(card, 'UID').replace(/^urn:uuid:/i, ''),
    name: text(card, 'FN') || nameOf(card) || (addresses[0] ?? ''),
    nicknames: properties(card, 'NICKNAME').flatMap((line) => splitTextList(line.value)),
    addresses: [...new Set(addresses)].slice(0, MOST_ADDRESSES),
    uses: new Map(emails.flatMap(({ address, use }) => (use === undefined ? [] : [[address, use]]))),
    kind: KINDS[kind.toLowerCase()] ?? 'person',
    memberRefs: ['MEMBER', 'X-ADDRESSBOOKSERVER-MEMBER'].flatMap((name) =>
      properties(card, name).map(({ value }) => value.trim()),
    ),
  };
}

function text(card: Component, name: string): string {
  return unescapeText(property(card, name)?.value ?? '').trim();
}

/** N starts with the family name. */
function nameOf(card: Component): string {
  const [family = '', given = ''] = (property(card, 'N')?.value ?? '').split(/(?<!\\);/).map(unescapeText);
  return `${given} ${family}`.trim();
}

/** PREF from 1 to 100 in vCard 4, TYPE=PREF in vCard 3. */
function rankOf(line: Property): number {
  const pref = Number(parameter(line, 'PREF') ?? Number.NaN);
  if (pref >= 1 && pref <= 100) return pref;
  return typesOf(line).includes('pref') ? 1 : 101;
}

function useOf(line: Property): AddressUse | undefined {
  return ADDRESS_USES.find((use) => typesOf(line).includes(use));
}

function typesOf({ parameters }: Property): readonly string[] {
  return parameters
    .filter(({ name }) => name === 'TYPE')
    .flatMap(({ values }) => values.flatMap((value) => value.toLowerCase().split(',')));
}

export function bareAddress(value: string): string | undefined {
  const address = unescapeText(value)
    .trim()
    .replace(/^mailto:/i, '');
  return /^[^\s@<>"(),:;\\[\]\p{C}]+@[^\s@<>"(),:;\\[\]\p{C}]+$/u.test(address) && address.length <= 320
    ? address
    : undefined;
}

/** Converts cards, and resolves group members to addresses. */
export function peopleOfCards(cards: readonly Card[]): readonly KnownPerson[] {
  const byUid = new Map(cards.filter(({ uid }) => uid !== '').map((card) => [card.uid.toLowerCase(), card]));
  const addressOf = (ref: string): string | undefined =>
    bareAddress(ref) ?? byUid.get(ref.replace(/^urn:uuid:/i, '').toLowerCase())?.addresses[0];
  return cards.map(({ uid: _, memberRefs, ...card }) => ({
    ...card,
    from: 'contacts',
    ...(card.kind === 'group' && {
      members: [...new Set(memberRefs.map(addressOf).filter((address) => address !== undefined))],
    }),
  }));
}
