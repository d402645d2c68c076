import type { PreparedWrite, WriteOutcome } from './prepared.js';

/** What a prepared write would come to: what a dry run answers, and a question shows. */
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
