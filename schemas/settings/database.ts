import { z } from 'zod/v3';
import { passwordKeys, sealingKeys } from './secret-keys.js';

/** No password in the URL: it has its own keys. */
const address = z.string().refine((text) => {
  if (!URL.canParse(text)) return false;
  const { protocol, password } = new URL(text);
  return (protocol === 'postgres:' || protocol === 'postgresql:') && password === '';
}, 'must be an address such as postgres://user@host/name, without a password in it');

/** `database` in the configuration file: the shared state of several replicas (docs/guide/host.md). */
export const databaseSchema = z
  .object({
    url: address,
    ...passwordKeys,
    /** Keys to seal the users' secrets. */
    ...sealingKeys,
    /** Per process, plus one for its locks. */
    connections: z.number().int().min(1).max(200).optional(),
    /** Limit per user for trash, undo and similar state. */
    userMegabytes: z.number().int().min(1).max(100_000).optional(),
  })
  .strict();
export type DatabaseFile = z.infer<typeof databaseSchema>;
