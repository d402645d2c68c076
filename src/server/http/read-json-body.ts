import type { IncomingMessage } from 'node:http';
import type { BodyShare } from './body-room.js';
import { HttpRefusal } from './refusal.js';

const NOT_ACCEPTED = 'The body must be application/json, not compressed.';

/** The text of a JSON body of at most `most` bytes, and for which there is room; what is longer is dropped as it comes. */
export function readJsonBody(req: IncomingMessage, most: number, share: BodyShare): Promise<string> {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = req.headers;
  if (type.split(';', 1)[0]?.trim().toLowerCase() !== 'application/json' || encoding !== 'identity') {
    throw new HttpRefusal(415, NOT_ACCEPTED);
  }
  const tooLong = (): HttpRefusal =>
    new HttpRefusal(413, `The message is longer than ${Math.floor(most / 1024 / 1024)} MB.`);
  if (Number(req.headers['content-length'] ?? 0) > most) throw tooLong();
  return new Promise((resolve, reject) => {
    let parts: Buffer[] = [];
    let size = 0;
    let isRefused = false;
    req.on('data', (part: Buffer) => {
      if (isRefused) return;
      try {
        size += part.length;
        if (size > most) throw tooLong();
        share.take(part.length);
        parts.push(part);
      } catch (error) {
        isRefused = true;
        parts = [];
        reject(error);
      }
    });
    req.on('end', () => resolve(Buffer.concat(parts).toString('utf8')));
    // The sender is gone, and with it everyone who could be answered.
    req.on('close', () => reject(new HttpRefusal(400, 'The body has no end.')));
    req.on('error', () => reject(new HttpRefusal(400, 'The body cannot be read.')));
  });
}
