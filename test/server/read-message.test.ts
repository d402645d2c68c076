import { describe, expect, it } from 'vitest';
import { readMessage } from '../../src/server/read-message.js';

const PARSE = -32700;
const INVALID = -32600;

describe('a line that is no message', () => {
  it.each<[string, readonly (readonly [number, string | number | null])[]]>([
    ['not json', [[PARSE, null]]],
    ['{"jsonrpc":"2.0","id":1,"method":"ping"', [[PARSE, null]]],
    ['"text"', [[INVALID, null]]],
    ['null', [[INVALID, null]]],
    ['{}', [[INVALID, null]]],
    ['{"jsonrpc":"2.0"}', [[INVALID, null]]],
    ['{"jsonrpc":"2.0","id":7}', [[INVALID, 7]]],
    ['{"id":7,"method":"ping"}', [[INVALID, 7]]],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', [[INVALID, null]]],
    ['{"jsonrpc":"2.0","id":{"a":1},"method":"ping"}', [[INVALID, null]]],
    ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', [[INVALID, 1.5]]],
    ['{"jsonrpc":"2.0","id":"a","method":5}', [[INVALID, 'a']]],
    ['{"jsonrpc":"2.0","id":3,"method":"ping","params":"x"}', [[INVALID, 3]]],
    ['[]', [[INVALID, null]]],
    [
      '[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/x"},{"id":"b","method":"ping"}]',
      [
        [INVALID, 1],
        [INVALID, 'b'],
      ],
    ],
    // A notification and an answer are never answered.
    ['{"jsonrpc":"2.0","method":"notifications/x","params":5}', []],
    ['{"jsonrpc":"2.0","id":9,"result":5}', []],
    ['{"jsonrpc":"2.0","id":9,"error":"x"}', []],
  ])('%s', (line, expected) => {
    const read = readMessage(line);
    if (!('refusals' in read)) throw new Error('it was taken for a message');
    expect(read.reason).not.toBe('');
    expect(read.refusals.map(({ error, id }) => [error.code, id])).toEqual(expected);
  });
});

it.each([
  '{"jsonrpc":"2.0","id":1,"method":"ping"}',
  '{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"search","arguments":5}}',
  '{"jsonrpc":"2.0","method":"notifications/initialized"}',
  '{"jsonrpc":"2.0","id":1,"result":{}}',
])('a message is taken as it is: %s', (line) => {
  expect(readMessage(line)).toEqual({ message: JSON.parse(line) });
});
