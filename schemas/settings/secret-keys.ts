import { z } from 'zod/v3';

export const variableName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of an environment variable');

/** An entry of the operating system's keychain; its account defaults to the user name. */
export const keychainSchema = z
  .object({ service: z.string().min(1).max(500), account: z.string().min(1).max(500).optional() })
  .strict();

/** Sources of the password, mutually exclusive. */
export const passwordKeys = {
  password: z.string().min(1).max(1000).optional(),
  passwordEnv: variableName.optional(),
  /** A program and its arguments, run without a shell; the first line of its output is the password. */
  passwordCommand: z.array(z.string().max(1000)).min(1).max(50).optional(),
  passwordKeychain: keychainSchema.optional(),
  /** A file with only the password, readable only by its owner. */
  passwordFile: z.string().min(1).optional(),
} as const;

/** Sources of the keys that seal secrets in a database, mutually exclusive. */
export const sealingKeys = {
  secretKeyEnv: variableName.optional(),
  /** The first line of the program's output has the keys, separated by spaces. */
  secretKeyCommand: passwordKeys.passwordCommand,
  secretKeyKeychain: keychainSchema.optional(),
  secretKeyFile: passwordKeys.passwordFile,
} as const;

export const SEALING_KEYS = [
  'secretKeyEnv',
  'secretKeyCommand',
  'secretKeyKeychain',
  'secretKeyFile',
] as const satisfies readonly (keyof typeof sealingKeys)[];

export const PASSWORD_KEYS = [
  'password',
  'passwordEnv',
  'passwordCommand',
  'passwordKeychain',
  'passwordFile',
] as const satisfies readonly (keyof typeof passwordKeys)[];
