import type { PreparedWrite, WriteOutcome } from './prepared.js';

/** The expected result of a prepared write, for dry runs and questions. */
export function foreseen(prepared: PreparedWrite): WriteOutcome {
  switch (prepared.kind) {
    case 'replay':
      return prepared;
    case 'batch':
      return {
        ...prepared,
        items: prepared.items.map((item) => (item.kind === 'failed' ? item : foreseen(item))),
        isDryRun: true,
      };
    case 'operation': {
      const { change: _, ...operation } = prepared;
      return { ...operation, applied: undefined, reported: [] };
    }
  }
}
