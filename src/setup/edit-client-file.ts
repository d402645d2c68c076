import { CalendarError } from '../../schemas/model/error.js';
import { isRecord } from '../../schemas/model/is-record.js';
import { setInJson } from './edit-json.js';
import type { KnownClient } from './known-clients.js';

/** What clients call this server. */
export const SERVER = 'calendar';

/** The text of a client's file with this server in it. */
export async function withServer(
  text: string | undefined,
  { format, key, more = {} }: KnownClient,
  [command, ...args]: readonly [string, ...string[]],
): Promise<string> {
  const entry = { ...more, command, args };
  return format === 'json' ? setInJson(text, [key, SERVER], entry) : setInToml(text ?? '', key, entry);
}

/** A table of its own at the end, as people write it; where that cannot be, the values are changed in their place. */
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

/** Basic strings of TOML take the escapes of JSON. */
function inToml(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(inToml).join(', ')}]` : JSON.stringify(value);
}
