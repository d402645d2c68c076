import { createMemoryBackend } from '../reference/memory-backend.js';
import { backendSuite } from './backend-suite.js';
import { calendarSuite } from './calendar-suite.js';
import { never, required, type Subject } from './subject.js';

async function open(): Promise<Subject> {
  const calendars = [
    { name: 'Work', objects: [] },
    { name: 'Home', objects: [] },
  ];
  const backend = createMemoryBackend({ name: 'memory', calendars });
  const [calendar, other] = await backend.calendars({ signal: never });
  return { backend, calendar: required(calendar), other: required(other), close: () => backend.close() };
}

backendSuite('memory', open);
calendarSuite('memory', open);
