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

/** A table of its own at the end, as people write it; where the server is in the file already, its values are changed. */
async function setInToml(text: string, key: string, entry: object): Promise<string> {
  const { parse, patch } = await import('@decimalturn/toml-patch');
  try {
    const whole: unknown = parse(text);
    const servers = isRecord(whole) ? whole[key] : undefined;
    if (isRecord(servers) && SERVER in servers)
      return patch(text, { ...(whole as object), [key]: { ...servers, [SERVER]: entry } });
    const eol = text.includes('\r\n') ? '\r\n' : '\n';
    const lines = Object.entries(entry).map(([name, value]) => `${name} = ${inToml(value)}`);
    const begin = text === '' ? '' : `${text.replace(/(?:\r?\n)*$/, '')}${eol}${eol}`;
    const longer = `${begin}${[`[${key}.${SERVER}]`, ...lines].join(eol)}${eol}`;
    parse(longer);
    return longer;
  } catch (error) {
    throw new CalendarError('CONFIGURATION', 'The file is not valid TOML, so it is left as it is.', {
      suggestion: 'Correct it, then run calendar-mcp setup again.',
      cause: error,
    });
  }
}

/** Basic strings of TOML take the escapes of JSON. */
function inToml(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(inToml).join(', ')}]` : JSON.stringify(value);
}
