// @module-tag servers
import { describe, expect, it } from 'vitest';
import { MULTISTATUS_HEAD, objectResponse, xml } from '../fault-server.js';
import { server } from '../fault-servers.js';
import { body, eachWithOneEvent, GOOD, query, TEXT } from './faulty-reads.js';

eachWithOneEvent();

describe('what a server may do is survived', () => {
  it('an odd content type does not matter when the body is right', async () => {
    for (const type of ['text/plain', 'application/octet-stream', 'text/html', '']) {
      server.fault = body(GOOD, { 'Content-Type': type });
      expect((await query()).objects).toHaveLength(1);
    }
  });

  it('an empty calendar is empty', async () => {
    server.fault = body(`${MULTISTATUS_HEAD}</D:multistatus>`);
    expect(await query()).toEqual({ objects: [], unreadable: [], missing: [] });
  });

  const data = async (raw: string, headers?: Record<string, string>): Promise<string | undefined> => {
    const buffer = Buffer.from(
      `${MULTISTATUS_HEAD}${objectResponse('/home/cal/one.ics', '"e1"', raw)}</D:multistatus>`,
    );
    server.fault = body(buffer, headers);
    return (await query()).objects[0]?.ics;
  };

  it('text, CDATA and split CDATA are joined', async () => {
    const [head = '', tail = ''] = TEXT.split('Kept');
    expect(await data(`<![CDATA[${head}a ]]]]><![CDATA[> b]]> c &lt;d&gt;<![CDATA[${tail}]]>`)).toBe(
      TEXT.replace('Kept', 'a ]]> b c <d>'),
    );
  });

  it.each(['\u0001', '\u000b', '\u0000', '\uffff', '\u0001\ue001\u001f'])(
    'forbidden characters stay what they are',
    async (odd) => {
      const text = TEXT.replace('Kept', `x${odd}y`);
      expect(await data(xml(text))).toBe(text);
      expect(await data(`<![CDATA[${text}]]>`)).toBe(text);
    },
  );

  it('forbidden character references stay what they mean', async () => {
    expect(await data(xml(TEXT).replace('Kept', 'a&#1;b&#x0B;c&#65;'))).toBe(
      TEXT.replace('Kept', 'a\u0001b\u000bcA'),
    );
    expect(await data(`<![CDATA[${TEXT.replace('Kept', '&#1;')}]]>`)).toBe(TEXT.replace('Kept', '&#1;'));
  });

  it('values are never coerced', async () => {
    expect(await data('true')).toBe('true\r\n');
    expect(await data('1e3')).toBe('1e3\r\n');
  });

  it('a text that is not UTF-8 is named, the others are read', async () => {
    const two = `${MULTISTATUS_HEAD}${objectResponse('/home/cal/one.ics', '"e1"', xml(TEXT))}${objectResponse('/home/cal/two.ics', '"e2"', xml(TEXT.replace('Kept', 'caf\u00e9')))}</D:multistatus>`;
    server.fault = body(Buffer.from(two, 'latin1'));
    const { objects, unreadable } = await query();
    expect(objects.map(({ href }) => href)).toEqual([`${server.calendar}one.ics`]);
    expect(unreadable.map(({ href }) => href)).toEqual([`${server.calendar}two.ics`]);
    server.fault = body(Buffer.from(two, 'latin1'), { 'Content-Type': 'text/xml; charset=ISO-8859-1' });
    expect((await query()).objects[1]?.ics).toContain('café');
  });

  it('each object has its own status', async () => {
    const failed = (name: string, code: number): string =>
      `<D:response><D:href>/home/cal/${name}</D:href><D:status>HTTP/1.1 ${code} Not so good</D:status></D:response>`;
    const withheld =
      '<D:response><D:href>/home/cal/bare.ics</D:href><D:propstat><D:prop><C:calendar-data/></D:prop><D:status>HTTP/1.1 404 Not Found</D:status></D:propstat></D:response>';
    server.objects.set('/home/cal/bare.ics', { etag: '"b"', ics: TEXT });
    server.fault = ({ request, answer }) => {
      if (!request.body.includes('calendar-query')) return false;
      answer({
        status: 207,
        body: GOOD.replace(
          '</D:multistatus>',
          `${failed('gone.ics', 404)}${failed('broken.ics', 500)}${failed('secret.ics', 403)}${withheld}` +
            `${objectResponse('/elsewhere/x.ics', '"x"', xml(TEXT))}</D:multistatus>`,
        ),
      });
      return true;
    };
    const { objects, unreadable, missing } = await query();
    const names = (hrefs: readonly { href: string }[]) =>
      hrefs.map(({ href }) => href.replace(server.calendar, '')).sort();
    expect(names(objects)).toEqual(['bare.ics', 'one.ics']);
    expect(names(unreadable)).toEqual(
      [`${server.origin}/elsewhere/x.ics`, 'broken.ics', 'secret.ics'].sort(),
    );
    expect(missing).toEqual([`${server.calendar}gone.ics`]);
  });

  it('an object without getetag gets a version from its content', async () => {
    server.fault = body(GOOD.replace('<D:getetag>"e1"</D:getetag>', ''));
    const [object] = (await query()).objects;
    expect(object?.etag).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  it('addresses are compared decoded, and names may hold what URLs may not', async () => {
    server.fault = body(GOOD.replace('one.ics', 'a%40b+c%2bd;e?f.ics'));
    expect((await query()).objects[0]?.href).toBe(`${server.calendar}a%40b%2Bc%2Bd%3Be%3Ff.ics`);
  });

  it('notes a server returns unasked are left out', async () => {
    server.objects.set('/home/cal/task.ics', { etag: '"t"', ics: TEXT.replaceAll('VEVENT', 'VJOURNAL') });
    expect((await query()).objects).toHaveLength(1);
  });
});
