/** The errno name of a failed system call (`ENOENT`), undefined for other errors. */
export function errnoOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
