import { z } from 'zod/v3';
import { defined } from '../../../../schemas/model/defined.js';
import { isoTime, mailAddress } from '../shared-shapes.js';

const fields = {
  calendarName: z.string().min(1),
  summary: z.string().trim().min(1),
  startISO: isoTime('Start'),
  endISO: isoTime('End'),
  description: z.string(),
  location: z.string(),
  attendees: z.array(
    z
      .object({
        address: mailAddress,
        name: z.string().optional(),
        role: z.enum(['REQ-PARTICIPANT', 'OPT-PARTICIPANT', 'CHAIR', 'NON-PARTICIPANT']).optional(),
      })
      .passthrough(),
  ),
  reminders: z.array(
    z
      .object({
        type: z.enum(['display', 'email', 'audio']).default('display'),
        minutesBefore: z.number().int(),
      })
      .strict(),
  ),
  recurrenceRule: z.string().min(1).nullable(),
  metadata: z.record(z.unknown()),
  etag: z.string(),
  url: z.string(),
  lastModified: z.string(),
  status: z.string(),
};

const range = {
  calendarName: fields.calendarName,
  rangeStart: isoTime('Start of the range'),
  rangeEnd: isoTime('End of the range'),
  date: isoTime('One day'),
};

const payload = z.object(fields).partial().strict();
const options = z
  .object({
    ...range,
    soft: z.boolean().describe('true is refused: nothing is deleted in a copy only'),
    includeDeleted: z.boolean(),
    type: z.enum(['incremental', 'full']),
  })
  .partial()
  .passthrough();

function orJson<Shape extends z.ZodTypeAny>(shape: Shape) {
  return z.preprocess((value) => {
    if (typeof value !== 'string') return value;
    try {
      return JSON.parse(value) as unknown;
    } catch {
      return value;
    }
  }, shape);
}

const nested = {
  uid: z.string().min(1).optional(),
  payload: orJson(payload.optional()),
  options: orJson(options.optional()),
};

const flat = z
  .object({
    ...nested,
    ...payload.shape,
    ...options.shape,
    title: fields.summary.optional(),
    startTime: fields.startISO.optional(),
    endTime: fields.endISO.optional(),
    from: range.rangeStart.optional(),
    to: range.rangeEnd.optional(),
  })
  .strict();

const ACTION = ['create', 'update', 'delete', 'read', 'list', 'push', 'status'] as const;

/** Both forms of a call: `uid`, `payload` and `options`, or everything in `params`. */
export const calendarSystemInput = z
  .object({
    action: z.enum([...ACTION, 'createEvent', 'listEvents']),
    ...nested,
    params: orJson(flat.optional()),
  })
  .strict();

export interface ActionInput {
  readonly action: (typeof ACTION)[number];
  readonly uid?: string | undefined;
  readonly payload: Payload;
  readonly options: Options;
}

/** Normalizes a call to its first form and the current names. */
export function actionInput({
  action,
  params = {},
  ...given
}: z.output<typeof calendarSystemInput>): ActionInput {
  const { uid, payload: inner, options: chosen, title, startTime, endTime, from, to, ...rest } = params;
  const said = defined({
    ...rest,
    summary: title ?? rest.summary,
    startISO: startTime ?? rest.startISO,
    endISO: endTime ?? rest.endISO,
    rangeStart: from ?? rest.rangeStart,
    rangeEnd: to ?? rest.rangeEnd,
  });
  return {
    action: action === 'createEvent' ? 'create' : action === 'listEvents' ? 'list' : action,
    uid: given.uid ?? uid,
    payload: { ...payload.strip().parse(said), ...inner, ...given.payload },
    options: { ...options.strip().parse(said), ...chosen, ...given.options },
  };
}

export type Payload = z.output<typeof payload>;
export type Options = z.output<typeof options>;
