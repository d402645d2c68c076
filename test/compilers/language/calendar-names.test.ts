import { expect, it } from 'vitest';
import { readRequests } from '../../../compilers/notes/read-requests.js';
import { occurrence } from '../occurrence.js';
import { scope } from '../time-scope.js';

const PUNCTUATION = [...' !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'];
const read = (text: string, name: string) => {
  const calendar = { id: 'c', name, account: 'a' };
  return readRequests(text, { scope, events: [{ ...occurrence({ title: 'Yoga' }), calendar }] }).intents;
};

it.each([...PUNCTUATION, '', '  ', '((', '[a', 'a{2}', '\\', 'Family & Co', 'ä/ö', '🎂'])(
  'a calendar that is called %j is no pattern',
  (name) => {
    const [intent] = read('lunch with Ana tomorrow at noon', name);
    expect(intent?.arguments).toMatchObject({ mutation: { data: { title: 'Lunch with Ana' } } });
  },
);

it.each(['Family & Co', 'C++ (team)', 'a.b'])('a calendar that is called %s is named by it', (name) => {
  const [intent] = read(`what do I have tomorrow in the ${name} calendar`, name);
  expect(intent?.arguments).toMatchObject({ query: { filters: { calendar: name } } });
});

it.each(['in', 'into', 'on', 'under'])('%s the name of a calendar at the end says where it goes', (word) => {
  const [intent] = read(`dentist friday 9am ${word} Family`, 'Family');
  expect(intent?.arguments).toMatchObject({ mutation: { data: { title: 'Dentist', calendar: 'Family' } } });
  expect(intent?.arguments).not.toHaveProperty('mutation.data.location');
});

it.each(['Ana (Team', 'C++ Guild', '[Ops] Desk'])('a person who is called %s is no pattern', (name) => {
  const attendees = [{ email: 'one@x.org', name, response: 'accepted', role: 'required' } as const];
  const events = [{ ...occurrence({ title: 'Yoga' }), attendees }];
  const [word = ''] = name.split(' ').filter((one) => /[^\p{L}]/u.test(one));
  const { intents } = readRequests(`what do I have with ${word} tomorrow`, { scope, events });
  expect(intents[0]?.arguments).toMatchObject({ query: { filters: { attendee: 'one@x.org' } } });
});
