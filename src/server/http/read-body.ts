import type { IncomingMessage } from 'node:http';
import type { BodyShare } from './body-room.js';
import { HttpRefusal } from './refusal.js';

export interface BodyBounds {
  /** The accepted media type. */
  readonly type: string;
  readonly most: number;
  readonly share: BodyShare;
}

const KILOBYTE = 1024;

/** Reads a body of at most `most` bytes, if there is room; drops the rest of a longer one. */
export function readRequestBody(req: IncomingMessage, { type, most, share }: BodyBounds): Promise<string> {
  const { 'content-type': given = '', 'content-encoding': encoding = 'identity' } = req.headers;
  if (given.split(';', 1)[0]?.trim().toLowerCase() !== type || encoding !== 'identity') {
    throw new HttpRefusal(415, `The body must be ${type}, not compressed.`);
  }
  const size = most < KILOBYTE ** 2 ? `${most / KILOBYTE} kB` : `${Math.floor(most / KILOBYTE ** 2)} MB`;
  const tooLong = (): HttpRefusal => new HttpRefusal(413, `The message is longer than ${size}.`);
  if (Number(req.headers['content-length'] ?? 0) > most) throw tooLong();
  return new Promise((resolve, reject) => {
    let parts: Buffer[] = [];
    let length = 0;
    let isRefused = false;
    req.on('data', (part: Buffer) => {
      if (isRefused) return;
      try {
        length += part.length;
        if (length > most) throw tooLong();
        share.take(part.length);
        parts.push(part);
      } catch (error) {
        isRefused = true;
        parts = [];
        reject(error);
      }
    });
    req.on('end', () => resolve(Buffer.concat(parts).toString('utf8')));
    // The sender is gone and gets no answer.
    req.on('close', () => reject(new HttpRefusal(400, 'The body has no end.')));
    req.on('error', () => reject(new HttpRefusal(400, 'The body cannot be read.')));
  });
}
