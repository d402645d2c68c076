type Said = readonly [of: RegExp, instead: string];

/** Replaces keys of API calls by commands and options. */
const INSTEAD_OF_CALLS: readonly Said[] = [
  [/\bList (?:the )?calendars (?:again )?with \{"query".*?\}\}(?=\.| and)/g, '"calendars" lists them'],
  [/"calendars" lists them and use one that is writable/g, '"calendars" shows which can be written'],
  [/\{"query":\{"type":"calendars"\}\} lists them/g, '"calendars" lists them'],
  [/\bone that has VEVENT among its components/g, 'one for events'],
  [/\bone that has VTODO among its components/g, 'one for tasks'],
  [/\bUse one of the names in didYouMean/g, 'Use one of these names'],
  [/\bName the intended calendar in filters\.calendar/g, 'Add --calendar NAME'],
  [/; meanwhile, name one in data\.calendar/g, '; meanwhile, add --calendar NAME'],
  [/\bList tasks with calendar_read, type "tasks"/g, '"tasks" lists them'],
  [
    /\b(?:Use|Search for the \w+ with calendar_read and use|Read the occurrences with calendar_read and use) (?:an|the) id (?:from search or calendar_read|it returns|of the intended one)(?=\.)/g,
    'Name it by its id: "search" shows the ids',
  ],
  [
    /\bSay in the filters (?:when it takes|in which period they take) place(?:, such as \{"when":"tomorrow"\})?/g,
    'Name an occurrence by its id: "search" shows the ids',
  ],
  [
    /\bDeleted events can be found with filters \{"deleted":true\} and brought back with restore/g,
    '"trash" lists deleted events, and "restore" brings them back',
  ],
  [
    /\bGive the undoToken of the write\. any: true undoes the last write of all clients: ask the user first/g,
    '"trash" lists deleted events, and "restore" brings them back',
  ],
  [/\bList what can be restored with filters \{"deleted":true\}/g, '"trash" lists what can be restored'],
  [/, or its id as calendar_read returns it/g, ', or its id'],
  [/\bUse complete, as in example/g, 'Use "done"'],
  [/\bundo with the undoToken of that deletion/g, '"undo"'],
  [/\bTo undo an earlier write, give its undoToken/g, 'What was written earlier has to be changed back'],
  [/, or find the event and update it/g, '; "search" finds the event, and "edit" changes it'],
  [/\bUse another idempotencyKey; /g, ''],
  [/\bUse the id of an occurrence, or scope "all"/g, 'Name an occurrence by its id, or add --scope all'],
  [/\b[Uu]se scope "(\w+)"(?: or "(all)")?/g, 'add --scope $1 or $2'],
  [/(--scope \w+) or (?=\W)/g, '$1'],
  [/\bwith scope "(\w+)"/g, 'with --scope $1'],
  [/ and create an event in the other calendar/g, ' and add one to the other calendar'],
  [/, as in example/g, ''],
  [/; `expand: false` lists a series once/g, ''],
  [/\b(give|Give|or) durationMinutes/g, '$1 a length'],
  [/, or start with a time of day and allDay false/g, ', or start with a time of day'],
  [/\b(end) or durationMinutes/g, '$1 or a length'],
  [/\bUse estimateMinutes/g, 'Use length'],
  [/\bRepeat the call without confirmToken to see/g, 'Look at'],
  [/, with "calendar-mcp write" in a terminal, or through a client with elicitation/g, ', or in a terminal'],
  [/ the settings in denied/g, ' the policy'],
  [/, or answer without propose/g, ', or answer without another time'],
  [
    /\bAsk the user whether to delete the event; details\.ids has .*?(?=\.)/g,
    'If the event is to be deleted, "rm" does it',
  ],
  [
    /\bAsk the user whether to move the event, and use update for that/g,
    'If the event is to be moved, "edit" does it',
  ],
  [/\bTo invite its members, say \{.*?\} instead of the name/g, 'Invite its members by their addresses'],
  [
    /\bRead the events in details\.inTheWay\. Undo works once these are deleted, so ask the user; the others come back one by one with restore/g,
    'Undo works once those are deleted; "restore" brings back the others one by one',
  ],
];

/** Rewrites advice to "ask the user", because the reader is the user. */
const INSTEAD_OF_THE_USER: readonly Said[] = [
  [/\bDo not repeat the call; ask the user what to do instead\./g, ''],
  [/\bRepeat the call with the mail address/g, 'Give the mail address'],
  [/\bAsk the user in the conversation, and repeat the call when they are there to answer/g, 'Try again'],
  [/\bAsk the user whether the people may be invited, or store/g, 'Say that they may be invited, or store'],
  [/\b(ask the user to [^.;]*?, (?:and|or)) to /gi, '$1 '],
  [/\bask the user to /gi, ''],
  [/\bAsk the user whether /g, 'Check whether '],
  [/\bTell the user, who can /g, ''],
  [/\b[Tt]he user can /g, 'You can '],
  [/\b(?:repeat the (?:same )?(?:call|query))(?= in a moment|[.,;:]|$| if)/gi, 'try again'],
  [/\bthe same call again/gi, 'again'],
  [/,? and restart(?: the server)?(?=\.)/g, ''],
  [/\bWait before the next call/g, 'Wait a little, then try again'],
];

/** Rewrites a suggestion in terms of commands, as far as possible. */
export function inWordsForPeople(suggestion: string): string {
  return [...INSTEAD_OF_CALLS, ...INSTEAD_OF_THE_USER].reduce(
    (text, [of, instead]) => text.replace(of, instead),
    suggestion,
  );
}
