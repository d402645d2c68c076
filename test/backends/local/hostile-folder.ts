import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { never, required } from '../../conformance/subject.js';
import { backendOn } from './folder.js';

export async function subjectOn(dir: string) {
  mkdirSync(join(dir, 'Calendar'), { recursive: true });
  const backend = backendOn(dir);
  const [calendar] = await backend.calendars({ signal: never });
  const subject = { backend, calendar: required(calendar), other: required(calendar), close: backend.close };
  return { ...subject, folder: join(dir, required(calendar).href) };
}
