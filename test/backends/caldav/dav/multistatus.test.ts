// @module-tag servers
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CalendarError } from '../../../../schemas/model/error.js';
import {
  caldav,
  dav,
  readConditions,
  readMultistatus,
} from '../../../../src/backends/caldav/dav/multistatus.js';
import { eventText } from '../event-text.js';
import { MULTISTATUS_HEAD, objectResponse, xml } from '../fault-server.js';

const FOLDER = new URL('../../../../fixtures/replies/caldav/', import.meta.url);
const reply = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8');

describe('recorded replies', () => {
  it.each(readdirSync(FOLDER).filter((name) => name.endsWith('.xml')))(
    '%s says what its .json says',
    async (name) => {
      const { responses } = await readMultistatus(reply(name));
      const plain = responses.map(({ href, status, props, failed }) => ({
        href,
        ...(status === undefined ? {} : { status }),
        props: Object.fromEntries(
          [...props].map(([key, { text, children }]) => [
            key,
            children.length > 0 ? children.map((child) => child.name) : text,
          ]),
        ),
        failed: Object.fromEntries(failed),
      }));
      expect(plain).toEqual(JSON.parse(reply(name.replace('.xml', '.json'))));
    },
  );

  it.each(readdirSync(FOLDER).filter((name) => name.endsWith('.xml')))(
    '%s cut anywhere is an error',
    async (name) => {
      const whole = reply(name).trimEnd();
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 0, max: whole.length - 1 }), async (length) => {
          await expect(readMultistatus(whole.slice(0, length))).rejects.toBeInstanceOf(CalendarError);
        }),
      );
    },
  );
});

it('any text comes back as it is, whatever stands around it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: 'binary' }), { maxLength: 5 }), async (titles) => {
      const texts = titles.map((title) =>
        eventText('x', title.replace(/[\r\ud800-\udfff]/gu, '')).replace(/\r/g, ''),
      );
      const spell = (text: string, index: number): string =>
        index % 2 === 0 ? xml(text) : `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
      // A reference is not text, in text; in CDATA it is.
      const responses = texts.map((text, index) =>
        objectResponse(`/${index}.ics`, '"e"', spell(text, index)),
      );
      const { responses: read } = await readMultistatus(
        `${MULTISTATUS_HEAD}${responses.join('')}</D:multistatus>`,
      );
      expect(read.map(({ props }) => props.get(caldav('calendar-data'))?.text)).toEqual(texts);
    }),
  );
});

it('takes references to the two halves of a character for that character', async () => {
  const named = (name: string) =>
    `<d:multistatus xmlns:d="DAV:"><d:response><d:href>/a/</d:href><d:propstat><d:prop><d:displayname>${name}</d:displayname></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>`;
  const read = async (name: string) =>
    (await readMultistatus(named(name))).responses[0]?.props.get(dav('displayname'))?.text;
  expect(await read('a &#55357;&#56832;&#8205;&#xD83D;&#x0dE00; &#935;')).toBe('a 😀\u200d😀 Χ');
  expect(await read('<![CDATA[&#55357;&#56832;]]>')).toBe('&#55357;&#56832;');
  for (const broken of ['&#55357;', '&#56832;&#55357;', '&#55357; &#56832;', '&#55357;&#935;']) {
    await expect(read(broken)).rejects.toBeInstanceOf(CalendarError);
  }
});

it('arbitrary bytes give an error or a list, and nothing else', async () => {
  const piece = fc.constantFrom(
    '<D:response>',
    '</D:response>',
    '<D:href>/x</D:href>',
    '<![CDATA[',
    ']]>',
    '&amp;',
    '<',
    'x',
    '<D:status>HTTP/1.1 200 OK</D:status>',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece), async (pieces) => {
      try {
        const { responses: read } = await readMultistatus(
          `${MULTISTATUS_HEAD}${pieces.join('')}</D:multistatus>`,
        );
        expect(Array.isArray(read)).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(CalendarError);
      }
    }),
  );
});

it('reads the conditions of an error, and none of anything else', async () => {
  const body =
    '<D:error xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><C:no-uid-conflict/><D:need-privileges/></D:error>';
  expect(await readConditions(new Response(body))).toEqual([
    caldav('no-uid-conflict'),
    dav('need-privileges'),
  ]);
  for (const other of ['', 'no', '<html><p>', '<D:error', '<x/>', '<!DOCTYPE html><html/>']) {
    expect(await readConditions(new Response(other))).toEqual([]);
  }
});

it('keeps several addresses of one response apart', async () => {
  const { responses: read } = await readMultistatus(
    `${MULTISTATUS_HEAD}<D:response><D:href>/a</D:href><D:href>/b</D:href><D:status>HTTP/1.1 404 Not Found</D:status></D:response></D:multistatus>`,
  );
  expect(read.map(({ href, status }) => [href, status])).toEqual([
    ['/a', 404],
    ['/b', 404],
  ]);
});

it('a text in parts, cut anywhere, says what it says as a whole', async () => {
  const listed = ['A\u0001B', 'plain', '\ue000 &#x1; and &#xd83d;&#xde00; &#13;', '<![CDATA[&#1;]]>'].map(
    (text, n) =>
      objectResponse(`/${n}.ics`, '"e"', text.startsWith('<!') ? text : text.replaceAll('<', '&lt;')),
  );
  for (const responses of [listed, listed.slice(0, 3)]) {
    const whole = `${MULTISTATUS_HEAD}${responses.join('')}</D:multistatus>`;
    const outcome = await readMultistatus(whole).catch(({ code }) => code);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(whole.length), { maxLength: 30 }), async (cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), whole.length];
        const parts = places.slice(1).map((end, at) => whole.slice(places[at], end));
        expect(await readMultistatus(() => parts).catch(({ code }) => code)).toEqual(outcome);
      }),
    );
  }
});
