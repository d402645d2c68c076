// @module-tag servers
import { describe, expect, it } from 'vitest';
import { peopleOfCards, readCards } from '../../../../src/backends/caldav/people/read-cards.js';

const card = (...lines: readonly string[]) => ['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\r\n');
const people = (...texts: readonly string[]) => peopleOfCards(texts.flatMap(readCards));

describe('cards', () => {
  it.each([
    [
      'vCard 3, with names of groups before properties',
      card(
        'VERSION:3.0',
        'N:Lima;Ana;;;',
        'FN:Ana Lima',
        'item1.EMAIL;type=INTERNET,pref:ana@x.example',
        'PHOTO:AAAA',
      ),
      { name: 'Ana Lima', addresses: ['ana@x.example'], kind: 'person', nicknames: [] },
    ],
    [
      'vCard 4, by preference, without what is no address',
      card(
        'VERSION:4.0',
        'FN:Zoë\\, the',
        '  second',
        'NICKNAME:Zo,Zed',
        'EMAIL;PREF=2:mailto:b@x.example',
        'EMAIL;PREF=1:a@x.example',
        'EMAIL:not one',
        'EMAIL:A@x.example>,evil@y.example',
      ),
      { name: 'Zoë, the second', addresses: ['a@x.example', 'b@x.example'], nicknames: ['Zo', 'Zed'] },
    ],
    [
      'addresses of home and work',
      card(
        'VERSION:3.0',
        'FN:Ben',
        'EMAIL;TYPE=INTERNET;TYPE=WORK:b@work.example',
        'EMAIL;TYPE="home,pref":b@home.example',
        'EMAIL:b@x.example',
      ),
      {
        addresses: ['b@home.example', 'b@work.example', 'b@x.example'],
        uses: new Map([
          ['b@home.example', 'home'],
          ['b@work.example', 'work'],
        ]),
      },
    ],
    ['no formatted name', card('VERSION:3.0', 'N:Lima;Ana;;;', 'FN:'), { name: 'Ana Lima', addresses: [] }],
    ['nothing but an address', card('VERSION:3.0', 'EMAIL:a@x.example'), { name: 'a@x.example' }],
    ['a room', card('VERSION:4.0', 'KIND:location', 'FN:Attic'), { name: 'Attic', kind: 'room' }],
  ])('%s', (_, text, expected) => {
    expect(people(text)).toMatchObject([expected]);
    expect(JSON.stringify(people(text))).not.toContain('AAAA');
  });

  it.each([
    ['vCard 4', ['KIND:group', 'MEMBER:urn:uuid:ANA', 'MEMBER:mailto:cy@x.example', 'MEMBER:urn:uuid:gone']],
    [
      'Apple',
      [
        'X-ADDRESSBOOKSERVER-KIND:group',
        'X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:ana',
        'X-ADDRESSBOOKSERVER-MEMBER:mailto:cy@x.example',
      ],
    ],
  ])('a group of %s has the addresses of its members', (_, lines) => {
    const ana = card('VERSION:3.0', 'UID:urn:uuid:ana', 'FN:Ana', 'EMAIL:ana@x.example');
    expect(people(card('VERSION:3.0', 'UID:g', 'FN:Choir', ...lines), ana)).toMatchObject([
      { name: 'Choir', kind: 'group', members: ['ana@x.example', 'cy@x.example'] },
      { name: 'Ana' },
    ]);
  });
});
