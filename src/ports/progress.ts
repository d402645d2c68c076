/**
 * Tells how far a piece of work has come: `done` of `total` units of its own (objects, requests), where it is known
 * how many there are. `done` never falls. `message` is trusted text: counts and kinds of work, never a name or a text
 * from a calendar. Cheap and never throws, so it may be called as often as there is something to say.
 */
export type Progress = (done: number, total: number | undefined, message: string) => void;
