import type { ToolName } from './examples.js';

/** What is there instead of something of the contract that this version does not do yet. */
export interface PlannedFeature {
  readonly suggestion: string;
  /** A complete call. */
  readonly example?: unknown;
}

interface Place {
  readonly tool: ToolName;
  /** Key of the enumeration, or the unknown key itself. */
  readonly key: string;
  readonly value?: string;
}

const CREATE_FROM_TEXT = {
  mutation: {
    operation: 'create',
    data: { title: 'Planning', start: 'tomorrow 09:00', durationMinutes: 60 },
  },
};
/** Add a line to announce something, remove it when it is built. */
const TABLE: readonly (Place & PlannedFeature)[] = [
  {
    tool: 'calendar_analyze',
    key: 'type',
    value: 'parse_text',
    suggestion: 'Read the text yourself and create the events with calendar_write.',
    example: CREATE_FROM_TEXT,
  },
];

/** Whether something is announced but not built, and what to do instead. */
export function plannedFeature({ tool, key, value }: Place): PlannedFeature | undefined {
  return TABLE.find((entry) => entry.tool === tool && entry.key === key && entry.value === value);
}
