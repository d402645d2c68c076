import { listedTools } from '../../src/server/listed-tools.js';
import type { Additions } from '../../src/server/protocol/additions.js';
import { createJsonLog } from '../../src/system/json-log.js';
import { memoryService, serveHere, type TestServer } from '../server/http/http-server.js';
import { CONTENT_TOOLS, plainTool, text } from './fixtures/content.js';
import { INPUT_PROMPT, INPUT_TOOLS } from './fixtures/input-required.js';
import { JSON_SCHEMA_TOOL } from './fixtures/json-schema-tool.js';
import { PROMPTS, RESOURCES } from './fixtures/resources-and-prompts.js';
import { sessionTools } from './fixtures/session-tools.js';

/** The server in this process, with what the conformance suite wants to find beside the calendar. */
export function serveFixtures(stateless: boolean): Promise<TestServer> {
  const log = createJsonLog({ level: 'debug', write: () => undefined });
  const logs = plainTool('test_logging_tool', async () => {
    log.warn('This goes to the log of the process.');
    return text('Logged.');
  });
  const additions: Additions = {
    ...RESOURCES,
    prompts: [...PROMPTS, INPUT_PROMPT],
    tools: [...CONTENT_TOOLS, ...sessionTools(log), ...INPUT_TOOLS, JSON_SCHEMA_TOOL, logs],
  };
  const tools = [...listedTools([]), ...additions.tools.map(({ tool }) => tool)];
  const program = { log, logLines: log.lines, aliases: [], tools, additions, version: '0.0.0' };
  const users = {
    keyOf: () => 'everyone',
    open: async () => ({ ...program, service: memoryService() }),
  };
  return serveHere({ stateless, users });
}
