/** The command line is wrong: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Right as far as it goes: a person has to choose or to agree, and the list of commands is no help with that. */
export class UnfinishedError extends UsageError {}
