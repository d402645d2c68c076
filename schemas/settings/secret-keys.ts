import { z } from 'zod/v3';

/** Name of the environment variable that holds a secret. */
export const variableName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of an environment variable');

/** An entry of the operating system's keychain; the account in it is the user name where none is given. */
export const keychainSchema = z
  .object({ service: z.string().min(1).max(500), account: z.string().min(1).max(500).optional() })
  .strict();

/** The ways to a password, of which one is given. */
export const passwordKeys = {
  password: z.string().min(1).max(1000).optional(),
  passwordEnv: variableName.optional(),
  /** A program and its arguments, run without a shell; the first line it prints is the password. */
  passwordCommand: z.array(z.string().max(1000)).min(1).max(50).optional(),
  passwordKeychain: keychainSchema.optional(),
  /** A file that holds nothing else, readable by its owner only. */
  passwordFile: z.string().min(1).optional(),
} as const;

/** The ways to the keys that seal secrets in a database, of which one is given. */
export const sealingKeys = {
  secretKeyEnv: variableName.optional(),
  /** The first line that the program prints has the keys, separated by spaces. */
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
