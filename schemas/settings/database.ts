import { z } from 'zod/v3';
import { passwordKeys, sealingKeys } from './secret-keys.js';

/** Without a password, which has ways of its own. */
const address = z.string().refine((text) => {
  if (!URL.canParse(text)) return false;
  const { protocol, password } = new URL(text);
  return (protocol === 'postgres:' || protocol === 'postgresql:') && password === '';
}, 'must be an address such as postgres://user@host/name, without a password in it');

/** `database` in the configuration file: where several replicas keep what must last (docs/guide/host.md). */
export const databaseSchema = z
  .object({
    url: address,
    ...passwordKeys,
    /** Of the secrets of users, which are sealed. */
    ...sealingKeys,
    /** Of one process at a time, and one more for its locks. */
    connections: z.number().int().min(1).max(200).optional(),
    /** How much of trash, undo and the like is kept of one user. */
    userMegabytes: z.number().int().min(1).max(100_000).optional(),
  })
  .strict();
export type DatabaseFile = z.infer<typeof databaseSchema>;
