import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import type { Entry } from './entry.js';
import { type Ground, type GroundName, openGround } from './open-ground.js';

export interface Measured {
  readonly name: string;
  readonly tokens: number;
  readonly text: string;
}

const shared = new Map<GroundName, Promise<Ground>>();

/** Calls that change nothing share one ground of each name. */
function sharedGround(name: GroundName): Promise<Ground> {
  const ground = shared.get(name) ?? openGround(name);
  shared.set(name, ground);
  return ground;
}

export async function closeGrounds(): Promise<void> {
  for (const ground of shared.values()) await (await ground).close();
  shared.clear();
}

/** Tokens of an answer as a client gets it. */
export async function measure({
  name,
  call,
  ground: place = 'busy-month',
  perRow,
}: Entry): Promise<Measured> {
  const isWrite = call?.[0] === 'calendar_write';
  const ground = await (isWrite ? openGround : sharedGround)(place);
  try {
    if (call === undefined) {
      const text = JSON.stringify((await ground.client.listTools()).tools);
      return { name, text, tokens: encode(text).length };
    }
    const [tool, args] = call;
    const { content } = (await ground.client.callTool({ name: tool, arguments: args })) as CallToolResult;
    const [item] = content;
    if (item?.type !== 'text') throw new Error(`${tool} answered without a text`);
    const text = withoutChance(item.text);
    const tokens = encode(text).length;
    return { name, text, tokens: perRow === true ? Math.round(tokens / rowsIn(text)) : tokens };
  } finally {
    if (isWrite) await ground.close();
  }
}

/** What is drawn by chance takes more tokens in one run than in another. */
function withoutChance(text: string): string {
  return text
    .replace(/"undoToken":"[^"]+"/g, '"undoToken":"uTyFax8r8huBJ"')
    .replace(/"confirmToken":"[^"]+"/g, '"confirmToken":"cbbhHYFe1vet2fRNoU4xiQ_2S"')
    .replace(/"[0-9a-f]{12}"/g, '"626de29ad7a6"')
    .replace(/"requestId":"[^"]+"/g, '"requestId":"req_kLyhngeC"');
}

function rowsIn(text: string): number {
  const { total } = (JSON.parse(text) as { meta: { total: number } }).meta;
  return total;
}
