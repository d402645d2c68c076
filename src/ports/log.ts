/** Diagnostic log; goes to stderr, holds no secrets and no event text. */
export interface Log {
  debug(message: string, data?: Readonly<Record<string, unknown>>): void;
  info(message: string, data?: Readonly<Record<string, unknown>>): void;
  warn(message: string, data?: Readonly<Record<string, unknown>>): void;
}

/** Receives every line of a log, printed or not; call the result to stop. */
export type LogLines = (
  hear: (level: keyof Log, line: Readonly<Record<string, unknown>>) => void,
) => () => void;
