import type { Log, LogLines } from '../ports/log.js';

const LEVELS = ['debug', 'info', 'warn', 'silent'] as const;

export type LogLevel = (typeof LEVELS)[number];

export function isLogLevel(text: string): text is LogLevel {
  return (LEVELS as readonly string[]).includes(text);
}

export interface LogOptions {
  readonly level: LogLevel;
  /** Receives one line of JSON with its line end. */
  readonly write: (line: string) => void;
  /** For people: a sentence instead of JSON. */
  readonly plain?: boolean;
  /** Values that must never be printed, in any form that could appear in a message. */
  readonly secrets?: readonly string[];
}

/** A log with one JSON object per line, or sentences if `plain`; escapes controls and masks known secrets. */
export function createJsonLog({
  level,
  write,
  plain = false,
  secrets = [],
}: LogOptions): Log & { readonly lines: LogLines } {
  const hearing = new Set<Parameters<LogLines>[0]>();
  const hidden = secrets.flatMap(spellings);
  const masked = (line: string): string =>
    hidden.reduce((text, secret) => text.replaceAll(secret, '[secret]'), line);
  const threshold = LEVELS.indexOf(level);
  const at =
    (own: Exclude<LogLevel, 'silent'>) =>
    (message: string, data: Readonly<Record<string, unknown>> = {}): void => {
      const isPrinted = LEVELS.indexOf(own) >= threshold;
      if (!isPrinted && hearing.size === 0) return;
      const line = masked(JSON.stringify({ level: own, message, ...data }));
      if (isPrinted) write(`${plain ? masked(plainLine(own, message, data)) : line}\n`);
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

/** Writes values as JSON, so control characters cannot move the cursor. */
function plainLine(level: string, message: string, data: Readonly<Record<string, unknown>>): string {
  const more = Object.entries(data).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return `${level === 'warn' ? 'warning' : level}: ${message}${more.length === 0 ? '' : ` (${more.join(', ')})`}`;
}

/** A secret as is, in JSON, in a URL and in base64. Skips very short ones, which would mask half of every line. */
function spellings(secret: string): string[] {
  if (secret.length < 4) return [];
  const forms = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)];
  return [...new Set([...forms, Buffer.from(secret).toString('base64').replace(/=+$/, '')])];
}

/** For work that only reports through its result. */
export const SILENT_LOG: Log = { debug() {}, info() {}, warn() {} };
