import { createHash } from 'node:crypto';
import pg from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import { CalendarError } from '../../../schemas/model/error.js';
import { singleFlight } from '../../concurrency/single-flight.js';
import type { Log } from '../../ports/log.js';
import type { SealerSource } from '../../ports/users/sealer.js';
import { errnoOf } from '../../system/errno-of.js';
import { OPEN_POOLS, seenStatement } from '../../system/telemetry.js';
import { databaseError, isUnsent } from './database-error.js';
import { migrate } from './migrate.js';

export interface DatabasePlace {
  readonly url: string;
  /** Read for every new connection, so a changed password takes effect. */
  readonly password?: () => Promise<string>;
  readonly connections: number;
  /** Seals secrets; undefined if none are stored. */
  readonly sealers?: SealerSource;
}

export type Row = Readonly<Record<string, unknown>>;

/** Runs one statement, prepared once per connection; throws `CalendarError`. */
export type Query = (text: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

/** A PostgreSQL database with the tables of this version. Connects on first use. */
export interface Database {
  readonly query: Query;
  /** Runs statements atomically; retries after conflicts. */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /** A separate connection. */
  connect(): Promise<pg.Client>;
  /** True if it answers and has the tables of this version. */
  reachable(): Promise<boolean>;
  /** Migrates the tables and returns the number of migrations. Also runs at first use. */
  migrate(): Promise<number>;
  close(): Promise<void>;
}

/** A database in the same network answers in milliseconds, so fail early. */
const CONNECT_MS = 3000;
const QUERY_MS = 5000;
const IDLE_MS = 60_000;
/** Deadlock and serialization failure. */
const CONFLICTS = new Set(['40001', '40P01']);
const TRIES = 4;

export function openDatabase(place: DatabasePlace, log: Log): Database {
  return new PostgresDatabase(place, log);
}

class PostgresDatabase implements Database {
  readonly #config: pg.ClientConfig;
  readonly #pool: pg.Pool;
  readonly #migrating = singleFlight(() => this.#migrate(), Number.POSITIVE_INFINITY);

  constructor({ url, password, connections }: DatabasePlace, log: Log) {
    this.#config = {
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: QUERY_MS,
      // The URL may override the timeouts.
      ...configOf(url),
      ...(password !== undefined && { password }),
      keepAlive: true,
      application_name: 'calendar-mcp',
    };
    this.#pool = new pg.Pool({ ...this.#config, max: connections, idleTimeoutMillis: IDLE_MS });
    OPEN_POOLS.add(this.#pool);
    // Without a listener, a connection that breaks before its release would crash the process.
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
    // A broken idle connection is replaced when needed.
    this.#pool.on('error', (error) =>
      log.debug('A connection to the database has ended.', { code: errnoOf(error) ?? '' }),
    );
  }

  readonly query: Query = async (text, values = []) => {
    const run = () => this.#withClient((client) => ask(client, text, values));
    try {
      return await seenStatement(() =>
        run().catch((error: unknown) => {
          if (!isUnsent(error)) throw error;
          return run();
        }),
      );
    } catch (error) {
      throw databaseError(error);
    }
  };

  async transaction<T>(work: (query: Query) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await seenStatement(() => this.#withClient((client) => inTransaction(client, work)));
      } catch (error) {
        if (tries < TRIES && (CONFLICTS.has(errnoOf(error) ?? '') || isUnsent(error))) continue;
        throw databaseError(error);
      }
    }
  }

  async connect(): Promise<pg.Client> {
    const client = new pg.Client(this.#config);
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      throw databaseError(error);
    }
  }

  async reachable(): Promise<boolean> {
    return this.query('SELECT 1').then(
      () => true,
      () => false,
    );
  }

  async migrate(): Promise<number> {
    return this.#migrating.get();
  }

  async close(): Promise<void> {
    OPEN_POOLS.delete(this.#pool);
    await this.#pool.end();
  }

  async #migrate(): Promise<number> {
    const client = await this.connect();
    try {
      return await migrate(client);
    } finally {
      await client.end();
    }
  }

  async #withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    await this.#migrating.get();
    const client = await this.#pool.connect();
    let isSound = false;
    try {
      const done = await work(client);
      isSound = true;
      return done;
    } catch (error) {
      // Reuses a connection after a refused statement, but not after other failures.
      isSound = error instanceof pg.DatabaseError && error.severity !== 'FATAL';
      throw error;
    } finally {
      client.release(!isSound);
    }
  }
}

function configOf(url: string): pg.ClientConfig {
  try {
    return parseIntoClientConfig(url);
  } catch (cause) {
    throw new CalendarError('CONFIGURATION', 'The address of the database cannot be used.', {
      suggestion: 'Check CALENDAR_DATABASE or `database.url`, and the files that it names.',
      cause,
    });
  }
}

async function inTransaction<T>(client: pg.ClientBase, work: (query: Query) => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    const done = await work((text, values) => ask(client, text, values));
    await client.query('COMMIT');
    return done;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

const names = new Map<string, string>();

async function ask(
  client: pg.ClientBase,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 16);
    names.set(text, name);
  }
  return (await client.query<Row>({ name, text, values: [...values] })).rows;
}
