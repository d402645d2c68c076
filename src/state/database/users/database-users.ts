import type { SignedInUser, UserAccount, UserDirectory } from '../../../ports/users/user-directory.js';
import type { Database, Row } from '../database.js';
import { deleteUser } from './delete-user.js';

const COLUMNS = `u.id, u.name, extract(epoch FROM u.created_at) * 1000 AS created,
  extract(epoch FROM u.signed_in_at) * 1000 AS signed_in, u.suspended, u.policy, u.revision`;
const FIND = `SELECT ${COLUMNS} FROM calendar_mcp.users u WHERE id = $1`;
const LIST = `SELECT ${COLUMNS}, (SELECT count(*) FROM calendar_mcp.accounts a WHERE a.user_id = u.id) AS accounts
  FROM calendar_mcp.users u ORDER BY u.created_at, u.id`;
const SIGNED_IN = `INSERT INTO calendar_mcp.users AS u (id, name) VALUES ($1, $2)
  ON CONFLICT (id) DO UPDATE SET name = excluded.name, signed_in_at = now()
  RETURNING ${COLUMNS}`;
const SUSPEND = 'UPDATE calendar_mcp.users SET suspended = $2 WHERE id = $1 RETURNING 1';
const CHOOSE = 'UPDATE calendar_mcp.users SET policy = $2, revision = revision + 1 WHERE id = $1';
const CHANGED = 'UPDATE calendar_mcp.users SET revision = revision + 1 WHERE id = $1';
const ACCOUNTS = `SELECT name, provider, url, username, test FROM calendar_mcp.accounts
  WHERE user_id = $1 ORDER BY created_at, name`;
/** Orders concurrent additions, so the second counts the first. */
const LOCK = 'SELECT 1 FROM calendar_mcp.users WHERE id = $1 FOR UPDATE';
const ADD = `INSERT INTO calendar_mcp.accounts (user_id, name, provider, url, username, test)
  SELECT id, $2, $3, $4, $5, $6 FROM calendar_mcp.users
  WHERE id = $1 AND (SELECT count(*) FROM calendar_mcp.accounts WHERE user_id = $1) < $7
  ON CONFLICT DO NOTHING RETURNING 1`;
const TESTED = 'UPDATE calendar_mcp.accounts SET test = $3 WHERE user_id = $1 AND name = $2';
const REMOVE = 'DELETE FROM calendar_mcp.accounts WHERE user_id = $1 AND name = $2';

export function createDatabaseUsers(database: Pick<Database, 'query' | 'transaction'>): UserDirectory {
  const { query } = database;
  return {
    async find(id) {
      const [row] = await query(FIND, [id]);
      return row && userOf(row);
    },
    async list() {
      return (await query(LIST)).map((row) => ({ ...userOf(row), accounts: Number(row.accounts) }));
    },
    async signedIn(id, name) {
      const [row = {}] = await query(SIGNED_IN, [id, name]);
      return userOf(row);
    },
    suspend: async (id, { suspended }) => (await query(SUSPEND, [id, suspended])).length > 0,
    choose: async (id, policy) => void (await query(CHOOSE, [id, policy ?? null])),
    accounts: async (id) => (await query(ACCOUNTS, [id])).map(accountIn),
    async addAccount(id, { name, provider = null, url = null, username, test }, most) {
      const values = [id, name, provider, url, username, JSON.stringify(test), most];
      return database.transaction(async (run) => {
        await run(LOCK, [id]);
        return (await run(ADD, values)).length > 0;
      });
    },
    tested: async (id, name, test) => void (await query(TESTED, [id, name, JSON.stringify(test)])),
    removeAccount: async (id, name) => void (await query(REMOVE, [id, name])),
    changed: async (id) => void (await query(CHANGED, [id])),
    delete: (id) => deleteUser(database, id),
  };
}

function userOf(row: Row): SignedInUser {
  return {
    id: String(row.id),
    name: String(row.name),
    createdAt: Math.floor(Number(row.created)),
    signedInAt: Math.floor(Number(row.signed_in)),
    suspended: row.suspended === true,
    ...(typeof row.policy === 'string' && { policy: row.policy }),
    revision: Number(row.revision),
  };
}

function accountIn({ name, provider, url, username, test }: Row): UserAccount {
  return {
    name: String(name),
    ...(typeof provider === 'string' && { provider }),
    ...(typeof url === 'string' && { url }),
    username: String(username),
    test: JSON.parse(String(test)),
  };
}
