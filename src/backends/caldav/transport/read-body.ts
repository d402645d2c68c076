import { CalendarError } from '../../../../schemas/model/error.js';

/** Reads the whole body. Throws RESPONSE_TOO_LARGE as soon as more than `maxBytes` are decompressed. */
export async function readBody(
  response: Response,
  maxBytes: number,
): Promise<readonly Uint8Array<ArrayBuffer>[]> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  if (response.body !== null) {
    for await (const chunk of response.body) {
      size += chunk.byteLength;
      if (size > maxBytes) throw tooLarge(maxBytes);
      chunks.push(chunk);
    }
  }
  return chunks;
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
