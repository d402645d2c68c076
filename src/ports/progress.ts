/**
 * Reports the progress of some work: `done` of `total` units (objects, requests), if the total is known. `done` never
 * falls. `message` is trusted text: counts and kinds of work, never a name or a text from a calendar. Cheap and never
 * throws, so call it as often as needed.
 */
export type Progress = (done: number, total: number | undefined, message: string) => void;
