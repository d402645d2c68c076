/**
 * How a server distorts an attendee's answers (docs/internals/quirks.md). `apart`: an answer to an occurrence stays
 * separate from the organizer's event; `whole`: it becomes one to the series; `single`: a write may hold only one
 * answer, and an occurrence that is no longer separate counts as declining the series.
 */
export const REPLY_QUIRKS = ['apart', 'whole', 'single'] as const;
export type ReplyQuirk = (typeof REPLY_QUIRKS)[number];
