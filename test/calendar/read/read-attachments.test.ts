import { describe, expect, it } from 'vitest';
import { readAttachments } from '../../../src/calendar/read/read-attachments.js';
import { parseCalendar } from '../../../src/calendar/text/component.js';

function attachments(...lines: readonly string[]) {
  const [event] = parseCalendar(['BEGIN:VEVENT', ...lines, 'END:VEVENT', ''].join('\r\n'));
  if (event?.kind !== 'component') throw new Error('no event');
  return readAttachments(event);
}

const base64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64');

describe('attachments', () => {
  it.each([
    ['ATTACH:https://x.example/a%20b.pdf?dl=1', { name: 'a b.pdf', url: 'https://x.example/a%20b.pdf?dl=1' }],
    ['ATTACH:https://x.example/a%ZZ', { name: 'a%ZZ', url: 'https://x.example/a%ZZ' }],
    ['ATTACH:CID:part1@x.example', { name: 'attachment', url: 'CID:part1@x.example' }],
    ['ATTACH;SIZE=x;LABEL="Q: 1":https://x.example/', { name: 'Q: 1', url: 'https://x.example/' }],
    [
      'ATTACH;FMTTYPE=Image/PNG;SIZE=7;FILENAME=/Photos/a.png:https://n.example/f/1',
      { name: 'a.png', type: 'image/png', size: 7, url: 'https://n.example/f/1' },
    ],
    [
      `ATTACH;FMTTYPE=text/plain;ENCODING=BASE64;VALUE=BINARY;X-APPLE-FILENAME=n.txt:${base64('Olá\n')}`,
      { name: 'n.txt', type: 'text/plain', size: 5, text: 'Olá\n' },
    ],
    [
      `ATTACH;FMTTYPE=text/plain;ENCODING=BASE64;VALUE=BINARY:${base64(new Uint8Array([255, 254, 0]))}`,
      { name: 'attachment', type: 'text/plain', size: 3 },
    ],
    [`ATTACH;ENCODING=BASE64;VALUE=BINARY:${base64('abcd')}`, { name: 'attachment', size: 4 }],
    [
      `ATTACH;FMTTYPE=text/csv:data:text/csv;base64,${base64('a,b')}`,
      { name: 'attachment', type: 'text/csv', size: 3, text: 'a,b' },
    ],
  ])('%s', (line, expected) => {
    expect(attachments(line)).toEqual([expected]);
  });

  it('shows the text of small files only', () => {
    const of = (bytes: number) =>
      attachments(`ATTACH;FMTTYPE=text/plain;ENCODING=BASE64;VALUE=BINARY:${base64('x'.repeat(bytes))}`)[0];
    expect(of(20_000)).toMatchObject({ size: 20_000, text: 'x'.repeat(20_000) });
    expect(of(20_001)).toEqual({ name: 'attachment', type: 'text/plain', size: 20_001 });
  });

  it('names a file whose line is too long to be read', () => {
    const head = 'ATTACH;FMTTYPE=video/mp4;X-FILENAME=v.mp4;ENCODING=BASE64;VALUE=BINARY:';
    const body = base64('x'.repeat(1_500_000)).replace(/.{70}/g, '$&\r\n ');
    expect(attachments(`${head}${body}`)).toEqual([{ name: 'v.mp4', type: 'video/mp4', size: 1_500_000 }]);
  });
});
