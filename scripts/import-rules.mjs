/**
 * The rooms of docs/internals/architecture.md from the ground up: what each is for, and which rooms it may import.
 * What is not named here is not allowed, a type as little as a value.
 */
const VOCABULARY = ['schemas/model', 'schemas/input', 'schemas/answers'];
const PURE = [...VOCABULARY, 'compilers/time', 'compilers/plan', 'compilers/filter', 'compilers/pushdown'];
const GROUND = ['src/ports', 'src/concurrency', 'src/system', 'src/http'];
const CALENDAR = ['src/calendar/{text,zones,rules,series,read,expand}'];
/** What the two doors of a Mac share belongs to the first; a rule below keeps everybody else out. */
const FIRST_DOOR = ['compilers/targets/eventkit', 'src/backends/eventkit'];
const ENGINE = [
  'src/engine/{context,policy,sources,journal,errors,read,people,write,operations,mutate,analyze}',
];

const ROOMS = [
  ['schemas/model', 'What things are: times, events, errors.', []],
  ['schemas/input', 'What may be asked.', ['schemas/model']],
  ['schemas/tools', 'What clients see of the tools.', VOCABULARY],
  ['schemas/diagnostics', 'What a wrong call probably meant.', [...VOCABULARY, 'schemas/tools']],
  ['schemas/answers', 'What is answered.', ['schemas/model', 'schemas/input']],
  [
    'schemas/help',
    'What is said about the vocabulary.',
    [...VOCABULARY, 'schemas/tools', 'schemas/diagnostics'],
  ],
  [
    'schemas/parse',
    'Arguments in; typed input or one error out.',
    [...VOCABULARY, 'schemas/tools', 'schemas/diagnostics'],
  ],
  [
    'schemas/settings',
    'What the configuration may say.',
    [...VOCABULARY, 'schemas/diagnostics', 'schemas/parse'],
  ],

  ['compilers/time', 'Words and numbers become instants.', ['schemas/model', 'schemas/diagnostics']],
  ['compilers/plan', 'What a compiled call is.', [...VOCABULARY, 'compilers/time']],
  ['compilers/filter', 'The one meaning of every filter.', ['schemas/model', 'compilers/{time,plan}']],
  [
    'compilers/language',
    'What people ask for in their own words.',
    ['schemas/model', 'compilers/{time,filter}'],
  ],
  [
    'compilers/notes',
    'What lines of a text are: requests, action items, days.',
    ['schemas/model', 'compilers/{time,language}'],
  ],
  ['compilers/pushdown', 'What of a plan a backend can do.', ['schemas/model', 'compilers/{time,plan}']],
  ['compilers/*.ts', 'What every compiler has at hand.', [...PURE, 'schemas/diagnostics']],
  ['compilers/query', 'A question becomes a plan.', [...PURE, 'schemas/diagnostics', 'compilers/*.ts']],
  [
    'compilers/mutation',
    'A change becomes a plan.',
    [...PURE, 'schemas/diagnostics', 'compilers/*.ts', 'compilers/query'],
  ],
  [
    'compilers/analysis',
    'An analysis becomes a plan.',
    [...PURE, 'schemas/{diagnostics,help}', 'compilers/*.ts', 'compilers/query'],
  ],
  ['compilers/targets/*', 'A plan becomes the calls of one backend.', [...PURE, ...FIRST_DOOR]],

  ['src/calendar/text', 'iCalendar as lines, components and times.', ['schemas/model', 'compilers/time']],
  [
    'src/calendar/zones',
    'Time zones, ours and those that files bring.',
    ['schemas/model', 'compilers/time', 'src/calendar/{text,rules}'],
  ],
  [
    'src/calendar/rules',
    'Recurrence rules (RFC 5545 §3.3.10).',
    ['schemas/model', 'compilers/time', 'src/calendar/text'],
  ],
  [
    'src/calendar/series',
    'When events and tasks take place, as they are read and written.',
    ['schemas/model', 'compilers/time', 'src/calendar/{text,rules}'],
  ],
  [
    'src/calendar/read',
    'What an object says.',
    ['schemas/model', 'compilers/time', 'src/calendar/{text,zones,rules,series}'],
  ],
  [
    'src/calendar/expand',
    'Occurrences of a series.',
    ['schemas/model', 'compilers/time', 'src/calendar/{text,rules,series}'],
  ],
  [
    'src/calendar/edit',
    'Changes of an object that leave every other byte.',
    ['schemas/model', 'compilers/{time,plan}', ...CALENDAR],
  ],

  [
    'src/ports',
    'Interfaces of what the engine and the backends need.',
    ['schemas/model', 'compilers/pushdown'],
  ],
  ['src/concurrency', 'Waiting, queues and turns.', ['schemas/model']],
  [
    'src/system',
    'Files, locks, the clock and the log.',
    ['schemas/model', 'compilers/time', 'src/{ports,concurrency}'],
  ],
  ['src/http', 'Rules of HTTP that more than one backend needs.', ['schemas/model']],
  ['src/secrets', 'Where passwords and tokens are kept.', ['schemas/model', ...GROUND]],
  ['src/state', 'What outlives a call.', ['schemas/model', ...GROUND]],
  [
    'src/backends/*',
    'Runs the calls of its own target.',
    [...PURE, 'schemas/settings', 'compilers/targets/$1', ...CALENDAR, ...GROUND, ...FIRST_DOOR],
  ],
  [
    'src/config',
    'Settings become accounts with their secrets.',
    [
      ...VOCABULARY,
      'schemas/{settings,diagnostics}',
      'compilers/time',
      ...GROUND,
      'src/calendar/zones',
      'src/secrets',
      'src/backends/caldav',
    ],
  ],

  [
    'src/login',
    'How a person signs in with a browser.',
    ['schemas/{model,settings}', ...GROUND, 'src/backends/caldav'],
  ],
  [
    'src/setup',
    'What a setup finds on this computer, and how it changes files.',
    ['schemas/{model,settings}', ...GROUND, 'src/{config,secrets,state}', 'src/backends/caldav'],
  ],

  ['src/rows', 'What a row of an answer shows.', [...PURE, ...CALENDAR, ...GROUND]],
  [
    'src/analysis',
    'One reduction of rows per file.',
    [...PURE, 'compilers/{language,notes}', 'src/{ports,rows}'],
  ],
  ['src/engine/context', 'What a run has at hand.', [...PURE, ...CALENDAR, ...GROUND]],
  [
    'src/engine/policy',
    'What may be seen and done, and who has to agree.',
    [...PURE, ...GROUND, 'src/engine/context'],
  ],
  [
    'src/engine/sources',
    'Which calendars a call is about.',
    [...PURE, 'schemas/diagnostics', ...GROUND, 'src/rows', 'src/engine/{context,policy}'],
  ],
  [
    'src/engine/journal',
    'What undo, repetition and confirmation need.',
    [...PURE, ...GROUND, 'src/engine/{context,policy,sources}'],
  ],
  [
    'src/engine/errors',
    'One error for a wrong call, in its place.',
    [...VOCABULARY, 'schemas/{diagnostics,parse}', 'compilers/plan'],
  ],
  [
    'src/engine/read',
    'Collects objects and answers.',
    [...PURE, ...CALENDAR, ...GROUND, 'src/rows', 'src/engine/{context,policy,sources,journal,errors}'],
  ],
  [
    'src/engine/people',
    'Whom names of people mean.',
    [...PURE, ...GROUND, 'src/rows', 'src/engine/{context,policy,sources,read}'],
  ],
  [
    'src/engine/write',
    'The path of every write.',
    [
      ...PURE,
      'schemas/diagnostics',
      ...CALENDAR,
      'src/calendar/edit',
      ...GROUND,
      'src/rows',
      'src/engine/{context,policy,sources,journal,errors,read}',
    ],
  ],
  [
    'src/engine/operations',
    'One operation per file, and their list.',
    [
      ...PURE,
      ...CALENDAR,
      'src/calendar/edit',
      ...GROUND,
      'src/rows',
      'src/engine/{context,policy,sources,journal,errors,read,write}',
    ],
  ],
  [
    'src/engine/mutate',
    'The path of every write: prepare, decide, apply, answer.',
    [
      ...PURE,
      ...GROUND,
      'src/rows',
      ...CALENDAR,
      'src/calendar/edit',
      'src/engine/{context,policy,sources,journal,errors,read,people,write,operations}',
    ],
  ],
  [
    'src/engine/analyze',
    'Runs of analyses.',
    [
      ...PURE,
      'schemas/{help,parse}',
      ...CALENDAR,
      ...GROUND,
      'src/{rows,analysis}',
      'src/engine/{context,policy,sources,journal,errors,read,people}',
    ],
  ],
  [
    'src/engine/*.ts',
    'The service: parse, compile, run.',
    [
      ...PURE,
      'schemas/{parse,settings}',
      'compilers/*.ts',
      'compilers/{query,mutation,analysis}',
      ...GROUND,
      ...ENGINE,
    ],
  ],

  [
    'src/app',
    'The page with a calendar, in a browser: no Node, no library.',
    ['schemas/model', 'schemas/answers', 'compilers/time'],
  ],
  [
    'src/server/{answers,legacy}',
    'What tools answer, and the tools of earlier servers.',
    [
      ...VOCABULARY,
      'schemas/{tools,parse,diagnostics}',
      'compilers/time',
      ...GROUND,
      'src/rows',
      'src/engine/{context,errors}',
    ],
  ],
  [
    'src/server/protocol',
    'What MCP offers besides tools: resources, prompts, completion, the log.',
    [
      ...VOCABULARY,
      'schemas/help',
      'compilers/{time,filter}',
      ...GROUND,
      'src/rows',
      'src/engine/context',
      'src/app',
      'src/server/{answers,legacy}',
    ],
  ],
  [
    'src/server/*.ts',
    'MCP up to revision 2025-11-25: one server for each connection; the calls of tools.',
    [
      ...VOCABULARY,
      'schemas/{tools,help}',
      'compilers/time',
      ...GROUND,
      'src/rows',
      'src/engine/context',
      'src/server/{answers,legacy,protocol}',
    ],
  ],
  [
    'src/server/modern',
    'MCP of revision 2026-07-28: each request is on its own.',
    [...GROUND, 'schemas/model', 'src/engine/context', 'src/server/*.ts', 'src/server/{answers,protocol}'],
  ],
  [
    'src/server/stdio',
    'MCP over lines of JSON, for one client.',
    [...GROUND, 'schemas/model', 'src/server/*.ts', 'src/server/modern'],
  ],
  [
    'src/server/http',
    'MCP over HTTP: who may call, sessions, pages.',
    [
      'schemas/model',
      ...GROUND,
      'src/secrets',
      'src/app',
      'src/server/*.ts',
      'src/server/{answers,legacy,modern}',
    ],
  ],
  [
    'src/doctor',
    'What `calendar-mcp doctor` looks at.',
    [
      ...PURE,
      'schemas/settings',
      ...CALENDAR,
      ...GROUND,
      'src/{config,state}',
      'src/wire-service.ts',
      'src/backends/*',
    ],
  ],
  [
    'src/cli',
    'People at a terminal.',
    [
      ...VOCABULARY,
      'schemas/{settings,tools,help,diagnostics}',
      'compilers/time',
      ...CALENDAR,
      ...GROUND,
      'src/{config,server,doctor,secrets,state,login,setup}',
      'src/{wire,wire-service}.ts',
      'src/version.ts',
      'src/engine/{context,policy}',
    ],
  ],
  [
    'src/*.ts',
    'The frame: settings become the whole, once; the only place that builds backends.',
    ['schemas', 'compilers', 'src'],
  ],
];

/** A room as a regular expression: `{a,b}` is a choice, a star is one name, and a room holds all that is below it. */
function pattern(room) {
  const path = room.replace(/\{([^}]*)\}/g, (_, list) => `(?:${list.replaceAll(',', '|')})`);
  if (path.endsWith('/*.ts')) return `^${path.slice(0, -4)}[^/]+\\.ts$`;
  return path.endsWith('.ts') ? `^${path}$` : `^${path.replace('*', '([^/]+)')}/`;
}

/** The room itself, the same backend in the place of the star. */
const itself = (room) => pattern(room.endsWith('.ts') ? room : room.replace('*', '$1'));

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...ROOMS.map(([room, comment, allowed]) =>
      rule(
        room,
        comment,
        { path: pattern(room) },
        {
          path: '^(?:schemas|compilers|src|test|fixtures)/',
          pathNot: [itself(room), ...allowed.map(pattern)],
        },
      ),
    ),
    rule(
      'every-room-is-listed',
      'A folder without a line above has no place yet.',
      { path: '^(?:schemas|compilers|src)/.*/', pathNot: ROOMS.map(([room]) => pattern(room)) },
      {},
    ),
    rule(
      'only-the-second-door-builds-on-the-first',
      'AppleScript reads and writes the records of EventKit; other backends have nothing in common with it.',
      { path: '^(?:compilers/targets|src/backends)/(?!eventkit/|applescript/)' },
      { path: '^(?:compilers/targets|src/backends)/eventkit/' },
    ),
    rule('no-cycles', 'A cycle means that two files are one file.', {}, { circular: true }),
    {
      ...rule(
        'no-folder-cycles',
        'Two folders that need each other are one folder; `src` itself is the frame around all.',
        { path: '^(schemas|compilers|src/)' },
        { circular: true, pathNot: '^src$' },
      ),
      scope: 'folder',
    },
    rule(
      'no-orphans',
      'A file that nothing uses is dead.',
      { orphan: true, pathNot: '^(src/main|src/app/main|test/|.*\\.config|.*\\.d\\.ts$)' },
      {},
    ),
    rule(
      'compilers-never-parse',
      'Parsing comes first; the one correction of a wrong call runs both.',
      { path: '^compilers/' },
      { path: '^schemas/parse/' },
    ),
    rule(
      'pure-means-no-node',
      'Left of the backend line nothing reads files, clocks or networks.',
      { path: '^(schemas|compilers)/' },
      { dependencyTypes: ['core'] },
    ),
    rule(
      'only-calendar-reads-ical',
      'One meaning of iCalendar: the parsing libraries stay behind src/calendar.',
      { path: '^(src/(?!calendar/)|compilers/|schemas/)' },
      { path: 'node_modules/(ical\\.js|ical-expander)/' },
    ),
    rule(
      'engine-knows-no-protocol',
      'MCP is for the server, and for the clients of the demo and the setup.',
      { path: '^(schemas|compilers|src)/', pathNot: '^src/(server|cli/(demo|setup))/' },
      { path: 'node_modules/@modelcontextprotocol/' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|node_modules)' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
