import { createHash, randomBytes } from 'node:crypto';
import type { LastingSessions } from '../../../ports/users/user-directory.js';
import type { Database } from '../database.js';

const BEGIN = `INSERT INTO calendar_mcp.sign_ins (digest, user_id, expires_at)
  VALUES ($1, $2, now() + $3 * interval '1 millisecond')`;
const FIND = 'SELECT user_id FROM calendar_mcp.sign_ins WHERE digest = $1 AND expires_at > now()';
const END = 'DELETE FROM calendar_mcp.sign_ins WHERE digest = $1';
const END_ALL = 'DELETE FROM calendar_mcp.sign_ins WHERE user_id = $1';
const COUNT = 'SELECT count(*) AS count FROM calendar_mcp.sign_ins WHERE user_id = $1 AND expires_at > now()';
const SWEEP = 'DELETE FROM calendar_mcp.sign_ins WHERE expires_at < now()';

/** Sign-ins by the digest of their secret. */
export function createDatabaseSignIns({ query }: Pick<Database, 'query'>, lifeMs: number): LastingSessions {
  return {
    async begin(id) {
      const secret = randomBytes(32).toString('base64url');
      await query(BEGIN, [digestOf(secret), id, lifeMs]);
      return secret;
    },
    async userOf(secret) {
      const [row] = await query(FIND, [digestOf(secret)]);
      return row && String(row.user_id);
    },
    end: async (secret) => void (await query(END, [digestOf(secret)])),
    endAll: async (id) => void (await query(END_ALL, [id])),
    count: async (id) => Number((await query(COUNT, [id]))[0]?.count),
  };
}

export async function sweepSignIns({ query }: Pick<Database, 'query'>): Promise<void> {
  await query(SWEEP);
}

function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
