import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CalendarError } from '../../../schemas/model/error.js';
import { editObject } from '../../../src/calendar/edit/edit-object.js';
import { parseCalendar, printNodes, properties } from '../../../src/calendar/text/component.js';
import {
  escapeText,
  makeProperty,
  type Property,
  parameter,
  parseLine,
  replaceParameter,
  replaceValue,
  unescapeText,
} from '../../../src/calendar/text/content-line.js';
import { runs } from '../../cases.js';
import { calendar, context, time } from './edit-samples.js';

function line(text: string, end = '\r\n'): Property {
  const parsed = parseLine(text, text + end);
  if (parsed === undefined) throw new Error(text);
  return parsed;
}

describe('lines', () => {
  it('keep name, order, quotes and lists when the value changes', () => {
    const odd = line('conference;Value=uri;FEATURE=AUDIO,VIDEO;LABEL="A; b:c";x=^n007:old');
    expect(replaceValue(odd, 'new').raw).toBe(
      'conference;Value=uri;FEATURE=AUDIO,VIDEO;LABEL="A; b:c";x=^n007:new\r\n',
    );
  });

  it('keep their other parameters when one changes', () => {
    const odd = line('attendee;CN="a;b";member="m1","m2";cn=twice;X=1:mailto:a', '\n');
    expect(replaceParameter(odd, 'CN', ['c:d']).raw).toBe(
      'attendee;CN="c:d";member="m1","m2";X=1:mailto:a\n',
    );
    expect(replaceParameter(odd, 'MEMBER', undefined).raw).toBe('attendee;CN="a;b";cn=twice;X=1:mailto:a\n');
    expect(replaceParameter(odd, 'ROLE', ['CHAIR']).raw).toBe(
      'attendee;CN="a;b";member="m1","m2";cn=twice;X=1;ROLE=CHAIR:mailto:a\n',
    );
  });

  it('survive a quote in the middle of a parameter', () => {
    const odd = line('X;CN=John "J;R=1;Y=2:v');
    expect(parameter(replaceParameter(odd, 'Y', ['3']), 'Y')).toBe('3');
    expect(parameter(replaceParameter(odd, 'Y', ['3']), 'R')).toBe('1');
  });

  it('are folded anew only where they change', () => {
    const folded = 'X-A;B=1:one\r\n  two\r\n\tthree\r\n';
    const [node] = parseCalendar(`BEGIN:X\r\n${folded}END:X\r\n`);
    if (node?.kind !== 'component') throw new Error('no component');
    const [property] = properties(node, 'X-A');
    if (property === undefined) throw new Error('no property');
    expect(property.value).toBe('one twothree');
    expect(replaceValue(property, 'new').raw).toBe('X-A;B=1:new\r\n');
    expect(printNodes([node])).toContain(folded);
  });

  it('give any text back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (value, name) => {
        const made = makeProperty('X-A', escapeText(value), [{ name: 'CN', values: [name] }]);
        const read = parseCalendar(`BEGIN:X\r\n${made.raw}END:X\r\n`)[0];
        if (read?.kind !== 'component') throw new Error('no component');
        const [property] = properties(read, 'X-A');
        const lineEnds = (text: string) => text.replace(/\r\n?/g, '\n');
        // Writing drops characters that iCalendar cannot contain, the same way both times.
        expect(escapeText(unescapeText(property?.value ?? ''))).toBe(escapeText(lineEnds(value)));
        expect(property && unescapeText(escapeText(parameter(property, 'CN') ?? ''))).toBe(
          unescapeText(escapeText(lineEnds(name))),
        );
      }),
      { numRuns: runs(1000) },
    );
  });
});

describe('mangled objects', () => {
  it('are edited or refused, never a fault of ours', () => {
    const good = calendar(
      [
        'DTSTART;TZID=Europe/Berlin:20261103T090000',
        'DURATION:PT1H',
        'RRULE:FREQ=MONTHLY;BYDAY=1TU',
        'EXDATE:20261201T080000Z',
        'SUMMARY:S',
      ],
      ['RECURRENCE-ID;TZID=Europe/Berlin:20270105T090000', 'DTSTART:20270105T100000Z', 'SUMMARY:S'],
    );
    const cut = fc.tuple(fc.nat({ max: good.length }), fc.nat({ max: 12 }), fc.string({ maxLength: 6 }));
    fc.assert(
      fc.property(
        fc.array(cut, { minLength: 1, maxLength: 3 }),
        fc.constantFrom('all', 'this', 'following'),
        (cuts, scope) => {
          const ics = cuts.reduce(
            (text, [at, size, by]) => text.slice(0, at) + by + text.slice(at + size),
            good,
          );
          try {
            editObject(
              ics,
              { title: 'T', start: time('2027-01-06T11:00') },
              { scope, recurrenceId: '20270105T0900' },
              context(),
            );
          } catch (error) {
            if (!(error instanceof CalendarError) || error.code === 'INTERNAL') throw error;
          }
        },
      ),
      { numRuns: runs(1500) },
    );
  });
});
