import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../../../src/state/database/database.js';
import { PATIENT_DATABASE } from '../../patience.js';

/** Where PostgreSQL is; null where these tests are skipped. */
export const server = inject('database');

export const SILENT = { debug() {}, info() {}, warn() {} };

/** The address of a database of its own, which is removed after the test. */
export async function freshDatabase(): Promise<string> {
  const name = `t${randomBytes(8).toString('hex')}`;
  await asAdmin(server ?? '', `CREATE DATABASE ${name}`);
  onTestFinished(() => asAdmin(server ?? '', `DROP DATABASE ${name} WITH (FORCE)`));
  return (server ?? '').replace(/\/\w+$/, `/${name}?${PATIENT_DATABASE}`);
}

/** Runs a statement on a connection of its own. */
export async function asAdmin(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** As a replica would, closed after the test. */
export function open(url: string, connections = 4): Database {
  const database = openDatabase({ url, connections }, SILENT);
  onTestFinished(() => database.close());
  return database;
}
