import { CalendarError } from '../../schemas/model/error.js';
import { isRecord } from '../../schemas/model/is-record.js';
import { setInJson } from './edit-json.js';
import type { KnownClient } from './known-clients.js';

/** Name of this server in clients. */
export const SERVER = 'calendar';

/** Adds this server to the text of a client's file. */
export async function withServer(
  text: string | undefined,
  { format, key, more = {} }: KnownClient,
  [command, ...args]: readonly [string, ...string[]],
): Promise<string> {
  const entry = { ...more, command, args };
  return format === 'json' ? setInJson(text, [key, SERVER], entry) : setInToml(text ?? '', key, entry);
}

/** Appends a table, as people would. If that is not valid TOML, edits the existing values in place. */
async function setInToml(text: string, key: string, entry: object): Promise<string> {
  const { parse, patch } = await import('@decimalturn/toml-patch');
  const read = (toml: string): Readonly<Record<string, unknown>> | undefined => {
    try {
      return parse(toml);
    } catch {
      return undefined;
    }
  };
  const whole = read(text);
  if (whole === undefined) {
    throw new CalendarError('CONFIGURATION', 'The file is not valid TOML, so it is left as it is.', {
      suggestion: 'Correct it, then run calendar-mcp setup again.',
    });
  }
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = Object.entries(entry).map(([name, value]) => `${name} = ${inToml(value)}`);
  const begin = text === '' ? '' : `${text.replace(/(?:\r?\n)*$/, '')}${eol}${eol}`;
  const longer = `${begin}${[`[${key}.${SERVER}]`, ...lines].join(eol)}${eol}`;
  if (read(longer) !== undefined) return longer;
  const servers = whole[key];
  return patch(text, { ...whole, [key]: { ...(isRecord(servers) && servers), [SERVER]: entry } });
}

/** JSON escapes are valid in basic TOML strings. */
function inToml(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(inToml).join(', ')}]` : JSON.stringify(value);
}
