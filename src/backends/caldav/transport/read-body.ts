import { CalendarError } from '../../../../schemas/model/error.js';

/** The whole body, or RESPONSE_TOO_LARGE as soon as more than `maxBytes` have come out of decompression. */
export async function readBody(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (response.body !== null) {
    for await (const chunk of response.body) {
      size += chunk.byteLength;
      if (size > maxBytes) throw tooLarge(maxBytes);
      chunks.push(chunk);
    }
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

function tooLarge(maxBytes: number): CalendarError {
  const megabytes = Math.floor(maxBytes / 1024 / 1024);
  return new CalendarError(
    'RESPONSE_TOO_LARGE',
    `The calendar server's answer is larger than ${megabytes} MB.`,
    {
      suggestion: 'Ask for a shorter period or for fewer calendars.',
    },
  );
}
