/** The command line is wrong: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A valid command line that needs a choice or consent; the hint to `--help` would not help. */
export class UnfinishedError extends UsageError {}
