// @module-tag database
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { patient } from '../patience.js';
import { messageIn, post } from '../server/http/http-server.js';
import { type Cluster, isPossible, startCluster } from './cluster.js';

const REVISION = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '0' },
  'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
};
const create = (title: string) => ({
  name: 'calendar_write',
  arguments: {
    mutation: { operation: 'create', data: { title, start: '2027-01-15T12:00', durationMinutes: 60 } },
  },
});

const start = (): Promise<Cluster> =>
  startCluster(2, 'database', {
    http: {},
    policy: { base: 'careful', write: { create: 'confirm' } },
  });

let id = 0;

/** One request at a replica; with a state, the answer to its question. */
async function ask(cluster: Cluster, at: number, title: string, requestState?: string) {
  const agreed = { agree: { action: 'accept', content: { answer: 'yes' } } };
  const answer = requestState === undefined ? {} : { requestState, inputResponses: agreed };
  const params = { ...create(title), _meta: META, ...answer };
  const headers = { 'Mcp-Protocol-Version': REVISION, 'Mcp-Method': 'tools/call', 'Mcp-Name': params.name };
  id += 1;
  return messageIn(await post(cluster.at(at), { id, method: 'tools/call', params }, headers));
}

describe.skipIf(!isPossible)('a question of revision 2026-07-28', () => {
  it('is answered at another replica than the one that asked', async () => {
    const cluster = await start();
    let turn = 0;
    const transport = new StreamableHTTPClientTransport(new URL('http://127.0.0.1/mcp'), {
      fetch: (url, init) => fetch(new URL(new URL(url).pathname, cluster.at(turn++ % 2).url), init),
    });
    const client = patient(
      new Client(
        { name: 'test', version: '0' },
        { capabilities: { elicitation: {} }, versionNegotiation: { mode: 'auto' } },
      ),
    );
    let asked = 0;
    client.setRequestHandler('elicitation/create', () => {
      asked++;
      return { action: 'accept', content: { answer: 'yes' } } as const;
    });
    await client.connect(transport);
    onTestFinished(() => client.close());
    expect((await client.callTool(create('Lunch'))).structuredContent).toMatchObject({ success: true });
    expect(asked).toBe(1);
    expect(await cluster.stored()).toEqual(new Map([['Lunch', 1]]));
  });

  it('is answered once, also where both are told at once, and by a replica that starts later', async () => {
    const cluster = await start();
    const state = async (title: string) => String((await ask(cluster, 0, title)).result.requestState);
    for (const title of ['One', 'Two', 'Three']) {
      const given = await state(title);
      const answers = await Promise.all([0, 1].map((at) => ask(cluster, at, title, given)));
      expect(answers.filter(({ result }) => result?.structuredContent?.success === true)).toHaveLength(1);
      expect(await ask(cluster, 1, title, given)).toMatchObject({ error: { code: -32602 } });
    }
    const late = await state('Four');
    await cluster.kill(1);
    expect(await ask(cluster, 1, 'Other', late)).toMatchObject({ result: { resultType: 'input_required' } });
    expect(await ask(cluster, 0, 'Four', late)).toMatchObject({ error: { code: -32602 } });
    const good = await state('Five');
    await cluster.kill(0);
    expect(await ask(cluster, 0, 'Five', good)).toMatchObject({
      result: { structuredContent: { success: true } },
    });
    expect([...(await cluster.stored())].toSorted()).toEqual(
      ['Five', 'One', 'Three', 'Two'].map((title) => [title, 1]),
    );
  });
});
