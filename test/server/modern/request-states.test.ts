import { randomBytes } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { POLICIES } from '../../../schemas/model/policy.js';
import { tokenDigest } from '../../../src/secrets/access-tokens.js';
import { serviceOver } from '../../engine/service-on-memory.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { messageIn, post, serveHere, type TestServer } from '../http/http-server.js';

const TOKENS = { ada: randomBytes(24).toString('hex'), ben: randomBytes(24).toString('hex') };
const REVISION = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '0' },
  'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
};
const AGREED = { agree: { action: 'accept', content: { answer: 'yes' } } };

let server: TestServer;
let id = 0;

/** A server of two users with the same calendars, on which a new event needs a person. */
beforeEach(async () => {
  const policy = { ...POLICIES.careful, write: { ...POLICIES.careful.write, create: 'confirm' as const } };
  const backend = createMemoryBackend({ name: 'test', calendars: [{ name: 'Work', objects: [] }] });
  const service = serviceOver([backend], { policy });
  const tokens = Object.entries(TOKENS).map(([name, token]) => ({
    name,
    digest: tokenDigest(token),
    readOnly: false,
  }));
  server = await serveHere({ tokens }, () => service);
});

/** Creates an event, at first without an answer. */
async function create(title: string, user: keyof typeof TOKENS, requestState?: string) {
  const name = 'calendar_write';
  const answer = requestState === undefined ? {} : { requestState, inputResponses: AGREED };
  const mutation = { operation: 'create', data: { title, start: 'tomorrow 12:00' } };
  const params = { name, arguments: { mutation }, _meta: META, ...answer };
  const headers = {
    Authorization: `Bearer ${TOKENS[user]}`,
    'Mcp-Protocol-Version': REVISION,
    'Mcp-Method': 'tools/call',
    'Mcp-Name': name,
  };
  id += 1;
  return messageIn(await post(server, { id, method: 'tools/call', params }, headers));
}

const ASKED = { result: { resultType: 'input_required', requestState: expect.any(String) } };
const DONE = { result: { structuredContent: { success: true } } };
const REFUSED = { error: { code: -32602 } };

/** The state of a question that was asked about a title. */
async function stateFor(title: string): Promise<string> {
  const asked = await create(title, 'ada');
  expect(asked).toMatchObject(ASKED);
  return asked.result.requestState;
}

it('is good for the call and the user it was given for, once', async () => {
  const state = await stateFor('Lunch');
  expect(await create('Lunch', 'ada', state)).toMatchObject(DONE);
  expect(await create('Lunch', 'ada', state)).toMatchObject(REFUSED);
});

it('is used up by a call that is another one, which is asked about itself', async () => {
  const state = await stateFor('Lunch');
  expect(await create('Dinner', 'ada', state)).toMatchObject(ASKED);
  expect(await create('Lunch', 'ada', state)).toMatchObject(REFUSED);
});

it('of one user does not answer for another', async () => {
  const state = await stateFor('Lunch');
  expect(await create('Lunch', 'ben', state)).toMatchObject(REFUSED);
  // Nor is it used up.
  expect(await create('Lunch', 'ada', state)).toMatchObject(DONE);
});

it('is refused when it was not given here', async () => {
  expect(await create('Lunch', 'ada', `${await stateFor('Lunch')}x`)).toMatchObject(REFUSED);
});
