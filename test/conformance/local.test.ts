import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalBackend } from '../../src/backends/local/local-backend.js';
import { createRecordCache } from '../../src/calendar/read/record-cache.js';
import { zoneOf } from '../../src/calendar/zones/zone.js';
import { backendSuite } from './backend-suite.js';
import { calendarSuite } from './calendar-suite.js';
import { never, required, type Subject } from './subject.js';

async function open(): Promise<Subject> {
  const dir = await mkdtemp(join(tmpdir(), 'calendars-'));
  await mkdir(join(dir, 'Work'));
  await mkdir(join(dir, 'Home & garden'));
  const { recordOf } = createRecordCache(zoneOf);
  const backend = createLocalBackend({ name: 'local', dir, recordOf });
  const [calendar, other] = await backend.calendars({ signal: never });
  const close = async () => {
    await backend.close();
    await rm(dir, { recursive: true });
  };
  return { backend, calendar: required(calendar), other: required(other), close };
}

backendSuite('local', open);
calendarSuite('local', open);
