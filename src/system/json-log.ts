import type { Log, LogLines } from '../ports/log.js';

const LEVELS = ['debug', 'info', 'warn', 'silent'] as const;

export type LogLevel = (typeof LEVELS)[number];

export function isLogLevel(text: string): text is LogLevel {
  return (LEVELS as readonly string[]).includes(text);
}

export interface LogOptions {
  readonly level: LogLevel;
  /** Receives one line of JSON, line end included. */
  readonly write: (line: string) => void;
  /** Values that must never be printed, in whatever form they could get into a message. */
  readonly secrets?: readonly string[];
}

/** A log of one JSON object a line: controls are escaped, known secrets are replaced. */
export function createJsonLog({
  level,
  write,
  secrets = [],
}: LogOptions): Log & { readonly lines: LogLines } {
  const hearing = new Set<Parameters<LogLines>[0]>();
  const hidden = secrets.flatMap(spellings);
  const threshold = LEVELS.indexOf(level);
  const at =
    (own: Exclude<LogLevel, 'silent'>) =>
    (message: string, data: Readonly<Record<string, unknown>> = {}): void => {
      const isPrinted = LEVELS.indexOf(own) >= threshold;
      if (!isPrinted && hearing.size === 0) return;
      let line = JSON.stringify({ level: own, message, ...data });
      for (const secret of hidden) line = line.replaceAll(secret, '[secret]');
      if (isPrinted) write(`${line}\n`);
      for (const hear of hearing) hear(own, JSON.parse(line));
    };
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    lines(hear) {
      hearing.add(hear);
      return () => hearing.delete(hear);
    },
  };
}

/** A secret as it is, as JSON, in a URL and in base64 print it. Very short ones would hide half of every line. */
function spellings(secret: string): string[] {
  if (secret.length < 4) return [];
  const forms = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)];
  return [...new Set([...forms, Buffer.from(secret).toString('base64').replace(/=+$/, '')])];
}
