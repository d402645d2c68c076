import { createHash } from 'node:crypto';

/** A UID that is always the same for a text (RFC 9562 §5.8, version 8). */
export function uidFrom(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
