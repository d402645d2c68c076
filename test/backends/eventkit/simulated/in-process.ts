import { assembleScript } from '../../../../scripts/import-scripts.mjs';
import type { StartChild } from '../../../../src/backends/eventkit/process/child.js';
import { KitFailure } from '../../../../src/backends/eventkit/process/kit-failure.js';
import { runJxa, simulatedKit } from './simulated-kit.js';
import type { KitState } from './state.js';

export const SCRIPT = assembleScript('src/backends/eventkit/script/main.jxa');

/** The shipped script on a simulated EventKit in this process; each request is a line on its standard input. */
export function startSimulated(state: KitState, source = SCRIPT, piece = 65_536): StartChild {
  return () => {
    const seen = { version: state.version };
    let isClosed = false;
    return {
      ask: async (line) => {
        if (isClosed) throw new KitFailure('died');
        state.asked.push((JSON.parse(line) as { op: string }).op);
        let left = Buffer.from(`${line}\n`, 'latin1');
        const written: Buffer[] = [];
        const streams = {
          read: () => {
            const next = left.subarray(0, piece);
            left = left.subarray(piece);
            return next;
          },
          write: (bytes: Buffer) => void written.push(bytes),
        };
        const keeping = { load: () => state, save: () => undefined };
        runJxa(source, simulatedKit(keeping, streams, seen));
        const text = Buffer.concat(written).toString('latin1');
        const [answer = '', rest] = text.split('\n');
        if (rest !== '') throw new KitFailure('garbled');
        return answer;
      },
      close: () => {
        isClosed = true;
      },
    };
  };
}
