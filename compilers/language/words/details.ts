const IT = '(?:it|that|this|them)';
const AND = '(?<![\\p{L}\\p{N}])(?:and |but |just )?(?:please )?';
const END = '(?= *(?:$|[,.]))';
const ASKING = '(?: (?:the |an? )?invit\\w+)?';
const NAME = '(?:the |my |our )?({name})';
const THINGS = '(?:stuff|things?|events?|appointments?|meetings?|commitments|entries)';
/** Details of an event besides its time, as data of a call; entries without data name a calendar. */
export const DETAILS: readonly (readonly [said: string, data?: Readonly<Record<string, unknown>>])[] = [
  [`${AND}(?:do not|don't|not) (?:show|mark|block) (?:me|${IT} )? ?as busy`, { busy: false }],
  [`${AND}(?:show|mark) (?:me|${IT}) as (?:free|available)`, { busy: false }],
  [`${AND}(?:keep|make|mark) ${IT}(?: as)? private`, { visibility: 'private' }],
  [`${AND}(?:send|invite) (?:both|them|him|her|everyone)(?: both| all)?${ASKING}${END}`, {}],
  [`${AND}(?:put|add|mark|block) ${IT} (?:in|down|out)(?: please)?(?= *(?:$|[,.]| all|(?: for)? every))`, {}],
  [
    `(?<![\\p{L}\\p{N}])(?:(?:only|just) )?(?:(?:and )?(?:please )?put ${IT} )?(?:(?:in|on|to|into|from|for|of|under) )?${NAME} cal(?:endar)?s?(?: only)?(?![\\p{L}-])`,
  ],
  [`${AND}put ${IT} (?:in|on|into|under|to) ${NAME}${END}`],
  [`(?<=[|\\p{L}\\p{N}] )(?:on|under|in|into) ${NAME}(?= *$)`],
  [`(?<=^|, |only |just )(?:only |just )?${NAME} ${THINGS} only(?: please)?(?: for)?`],
  [`(?<=\\b(?:only|just) )${NAME} ${THINGS}`],
];
