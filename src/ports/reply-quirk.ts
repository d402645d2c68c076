/**
 * How a server distorts an attendee's answers (docs/internals/quirks.md): one to an occurrence stays `apart` from the
 * organizer's event, or becomes one to the `whole` series; or only a `single` answer is understood in a write, and an
 * occurrence that is no longer set apart is taken for a refusal of the series.
 */
export const REPLY_QUIRKS = ['apart', 'whole', 'single'] as const;
export type ReplyQuirk = (typeof REPLY_QUIRKS)[number];
