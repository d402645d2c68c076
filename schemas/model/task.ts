import type { Instant, Wall } from './time.js';

export const TASK_STATUSES = ['open', 'started', 'done', 'cancelled'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** The VTODO fields that events do not have (RFC 5545 §3.6.2); its times are in its timing. */
export interface TaskFields {
  readonly status: TaskStatus;
  /** It has a DTSTART, where its timing starts; otherwise, it starts when it is due. */
  readonly hasStart: boolean;
  /** It has a DUE, or a DURATION after its start, where its timing ends; a date includes that day. */
  readonly hasDue: boolean;
  readonly completed?: Instant;
  /** PERCENT-COMPLETE */
  readonly percent?: number;
  /** 1 is the highest, 9 the lowest, 0 none (RFC 5545 §3.8.1.9). */
  readonly priority: number;
  /** UID of its parent task (RELATED-TO). */
  readonly parent?: string;
  /** UIDs of its subtasks, if it lists them itself. */
  readonly children: readonly string[];
  readonly estimateMinutes?: number;
}

/** 9999-12-30, the day of tasks without any date: after all others, and never shown. */
export const UNDATED: Wall = 253_402_128_000_000;

export const OPEN_STATUSES: readonly TaskStatus[] = ['open', 'started'];

export function isOpen({ status }: Pick<TaskFields, 'status'>): boolean {
  return OPEN_STATUSES.includes(status);
}

/** True if a task has no date at all: it neither overlaps a period nor recurs. */
export function isUndated({ hasStart, hasDue }: Pick<TaskFields, 'hasStart' | 'hasDue'>): boolean {
  return !hasStart && !hasDue;
}

/** 1 to 4 is high, 5 medium, 6 to 9 low (RFC 5545 §3.8.1.9). */
export function priorityWord(priority: number): 'high' | 'medium' | 'low' | undefined {
  if (priority === 0) return undefined;
  return priority < 5 ? 'high' : priority === 5 ? 'medium' : 'low';
}
