import { chmodSync, closeSync, constants, fstatSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type Libsql from 'libsql';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Log } from '../../ports/log.js';
import { makeFolder } from '../../system/make-folder.js';
import { NoRegularFile } from '../../system/read-regular-file.js';

export type SqlValue = string | number | Buffer | null;

/** One of our SQLite files. Prepares each statement once. */
export interface MirrorDatabase {
  /** `Row` must match the schema below. */
  all<Row>(sql: string, ...values: readonly SqlValue[]): readonly Row[];
  get<Row>(sql: string, ...values: readonly SqlValue[]): Row | undefined;
  run(sql: string, ...values: readonly SqlValue[]): void;
  /** Atomic, and exclusive among all processes with the file. */
  transaction<T>(work: () => T): T;
  /** Reads a consistent state, even if other processes write. */
  snapshot<T>(work: () => T): T;
  /** Identifies the open file; changes after damage. */
  current(): object;
  close(): void;
}

type Constructor = typeof Libsql;

/** A file with another layout is deleted. */
const LAYOUT = 7;

/** Longest wait for another process's transaction. */
const BUSY_MS = 3000;

const MOST_STATEMENTS = 200;

const SCHEMA = `
CREATE TABLE accounts (identity TEXT PRIMARY KEY, checked_at INTEGER NOT NULL, listing TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE calendars (
  id INTEGER PRIMARY KEY, identity TEXT NOT NULL, calendar TEXT NOT NULL, marker TEXT, token TEXT,
  synced_at INTEGER NOT NULL DEFAULT 0, full_at INTEGER, revision INTEGER NOT NULL DEFAULT 0,
  doubtful INTEGER NOT NULL DEFAULT 0, covered INTEGER NOT NULL DEFAULT 0,
  UNIQUE (identity, calendar));
CREATE TABLE objects (
  id INTEGER PRIMARY KEY AUTOINCREMENT, calendar INTEGER NOT NULL REFERENCES calendars ON DELETE CASCADE, href TEXT NOT NULL,
  etag TEXT NOT NULL, kind TEXT NOT NULL, first_start INTEGER NOT NULL, last_end INTEGER NOT NULL,
  uncertain INTEGER NOT NULL, reason TEXT, folded TEXT NOT NULL, ics BLOB,
  UNIQUE (calendar, href));
CREATE INDEX objects_by_time ON objects (calendar, kind, first_start, last_end);
CREATE INDEX objects_unreadable ON objects (calendar) WHERE kind = 'unreadable';
CREATE TABLE keys (
  calendar INTEGER NOT NULL, key TEXT NOT NULL, object INTEGER NOT NULL REFERENCES objects ON DELETE CASCADE,
  PRIMARY KEY (calendar, key, object)) WITHOUT ROWID;
CREATE INDEX keys_by_object ON keys (object);
CREATE TABLE drafts (
  name TEXT PRIMARY KEY, calendar INTEGER NOT NULL REFERENCES calendars ON DELETE CASCADE, identity TEXT NOT NULL,
  id TEXT NOT NULL, owner TEXT NOT NULL, at INTEGER NOT NULL, token TEXT) WITHOUT ROWID;
CREATE TABLE intents (
  name TEXT NOT NULL, identity TEXT NOT NULL, id TEXT NOT NULL, owner TEXT NOT NULL, at INTEGER NOT NULL,
  PRIMARY KEY (name, identity, id)) WITHOUT ROWID;
CREATE TABLE writes (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, calendar INTEGER NOT NULL REFERENCES calendars ON DELETE CASCADE,
  href TEXT NOT NULL, at INTEGER NOT NULL);
CREATE TABLE removed (
  identity TEXT NOT NULL, calendar TEXT NOT NULL, href TEXT NOT NULL, etag TEXT NOT NULL, ics BLOB, at INTEGER NOT NULL,
  PRIMARY KEY (identity, calendar, href)) WITHOUT ROWID;
`;

/** Undefined if SQLite is not available on this system. */
export async function loadSqlite(log: Log): Promise<Constructor | undefined> {
  try {
    return (await import('libsql')).default;
  } catch {
    log.warn('SQLite is not available on this system: calendars are read from their servers each time.');
    return undefined;
  }
}

/**
 * Opens the file, or creates it again if it is damaged or has another layout. Later failures are STORAGE_*
 * errors; a file found damaged is replaced at once.
 */
export function openMirrorDatabase(sqlite: Constructor, path: string, log: Log): MirrorDatabase {
  let statements = new Map<string, Libsql.Statement>();
  let database = openOrReplace();

  function openOrReplace(): Libsql.Database {
    try {
      return openFile(sqlite, path);
    } catch (error) {
      if (!isDamage(error)) throw storageError(error);
      log.warn('The mirror of the calendars was damaged or of another version; it is recreated.');
      removeFiles(path);
    }
    try {
      return openFile(sqlite, path);
    } catch (error) {
      throw storageError(error);
    }
  }

  function guarded<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (isDamage(error)) {
        statements = new Map();
        database.close();
        removeFiles(path);
        log.warn('The mirror of the calendars was damaged; it is recreated.');
        database = openOrReplace();
      }
      throw storageError(error);
    }
  }

  function prepared(sql: string): Libsql.Statement {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const statement = database.prepare(sql);
    if (statements.size >= MOST_STATEMENTS) statements.clear();
    statements.set(sql, statement);
    return statement;
  }

  return {
    all: <Row>(sql: string, ...values: readonly SqlValue[]) =>
      guarded(() => prepared(sql).all(...values) as readonly Row[]),
    get: <Row>(sql: string, ...values: readonly SqlValue[]) =>
      guarded(() => prepared(sql).get(...values) as Row | undefined),
    run: (sql, ...values) => guarded(() => void prepared(sql).run(...values)),
    transaction: (work) => guarded(() => database.transaction(work).immediate()),
    current: () => database,
    snapshot: (work) => guarded(() => database.transaction(work).deferred()),
    close: () => {
      statements = new Map();
      try {
        database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      } catch (error) {
        // The next opening moves the rest into the file.
        log.debug('the mirror was closed without a checkpoint', { code: codeOf(error) });
      }
      database.close();
    },
  };
}

/** Never blocks, as opening a pipe without a reader would. */
function makeFile(path: string): void {
  const { O_APPEND, O_CREAT, O_NONBLOCK, O_WRONLY } = constants;
  const file = openSync(path, O_APPEND | O_CREAT | O_NONBLOCK | O_WRONLY, 0o600);
  try {
    if (!fstatSync(file).isFile()) throw new NoRegularFile();
  } finally {
    closeSync(file);
  }
}

/** Only the owner may read the file; SQLite gives its companion files the same mode. */
function openFile(sqlite: Constructor, path: string): Libsql.Database {
  makeFolder(dirname(path));
  makeFile(path);
  chmodSync(path, 0o600);
  const database = new sqlite(path, { timeout: BUSY_MS });
  try {
    database.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON; ' +
        // In KiB. Small, because each user has a file, and the system caches it too.
        'PRAGMA cache_size = -512;',
    );
    database
      .transaction(() => {
        const layout = layoutOf(database);
        if (layout === LAYOUT) return;
        if (layout !== 0) throw new OtherLayout();
        database.exec(SCHEMA);
        database.exec(`PRAGMA user_version = ${LAYOUT}`);
      })
      .immediate();
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function layoutOf(database: Libsql.Database): unknown {
  const row = database.prepare('SELECT user_version AS layout FROM pragma_user_version').get();
  return typeof row === 'object' && row !== null && 'layout' in row ? row.layout : undefined;
}

/** The file belongs to another version of this program. */
class OtherLayout extends Error {
  override readonly name = 'OtherLayout';
}

/** The file and SQLite's two companion files. */
export function mirrorFiles(path: string): readonly string[] {
  return ['', '-wal', '-shm'].map((suffix) => path + suffix);
}

function removeFiles(path: string): void {
  for (const file of mirrorFiles(path)) rmSync(file, { force: true });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

function isDamage(error: unknown): boolean {
  return error instanceof OtherLayout || /^SQLITE_(?:CORRUPT|NOTADB)/.test(codeOf(error));
}

function storageError(cause: unknown): CalendarError {
  if (cause instanceof CalendarError) return cause;
  const full = codeOf(cause) === 'SQLITE_FULL';
  return new CalendarError(
    full ? 'STORAGE_FULL' : 'STORAGE_ERROR',
    full ? 'The disk that holds the state folder is full.' : 'The mirror of the calendars cannot be used.',
    {
      suggestion: 'Ask the user to check the state folder; the mirror in it may be deleted at any time.',
      cause,
    },
  );
}
