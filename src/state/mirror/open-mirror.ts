import { join } from 'node:path';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Log } from '../../ports/log.js';
import type { MirrorStore } from '../../ports/mirror-store.js';
import { loadSqlite, openMirrorDatabase } from './mirror-database.js';
import { createMirrorStore } from './mirror-store.js';

/** Undefined, with a log line, if no mirror can be kept. */
export async function openMirror(stateDir: string, log: Log): Promise<MirrorStore | undefined> {
  const sqlite = await loadSqlite(log);
  if (sqlite === undefined) return undefined;
  try {
    return createMirrorStore(openMirrorDatabase(sqlite, join(stateDir, 'mirror.sqlite'), log));
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    log.warn('The mirror of the calendars cannot be kept in the state folder.', { code: error.code });
    return undefined;
  }
}
