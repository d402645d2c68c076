/** The arrows of docs/architecture.md, one rule each, with the reason in plain words. */
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from: { path: from }, to });

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'A cycle means that two files are one file.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-orphans',
      comment: 'A file that nothing uses is dead.',
      severity: 'error',
      from: { orphan: true, pathNot: '^(src/main|test/|.*\\.config|.*\\.d\\.ts$)' },
      to: {},
    },
    rule('schemas-stand-alone', 'The vocabulary imports nothing of ours and does no I/O.', '^schemas/', {
      path: '^(compilers|src|test|fixtures)/',
    }),
    rule(
      'compilers-are-pure',
      'Compilers turn data into data: they know schemas, never the server.',
      '^compilers/',
      { path: '^(src|test|fixtures)/' },
    ),
    {
      name: 'pure-means-no-node',
      comment: 'Left of the backend line nothing reads files, clocks or networks.',
      severity: 'error',
      from: { path: '^(schemas|compilers)/' },
      to: { dependencyTypes: ['core'] },
    },
    rule('targets-are-siblings', 'A target never knows another target.', '^compilers/targets/([^/]+)/', {
      path: '^compilers/targets/',
      pathNot: '^compilers/targets/$1/',
    }),
    rule(
      'compilers-know-no-target',
      'Everything outside targets and backends is backend-agnostic.',
      '^compilers/(?!targets/)',
      { path: '^compilers/targets/' },
    ),
    rule(
      'calendar-is-a-library',
      'iCalendar, zones and recurrence could be taken out and used elsewhere: only pure types go in.',
      '^src/calendar/',
      { path: '^(src/(?!calendar/)|compilers/(?!time/|plan/))' },
    ),
    {
      name: 'only-calendar-reads-ical',
      comment: 'One meaning of iCalendar: the parsing libraries stay behind src/calendar.',
      severity: 'error',
      from: { path: '^(src/(?!calendar/)|compilers/|schemas/)' },
      to: { path: 'node_modules/(ical\\.js|ical-expander)/' },
    },
    rule('backends-are-siblings', 'A backend never knows another backend.', '^src/backends/([^/]+)/', {
      path: '^src/backends/',
      pathNot: '^src/backends/$1/',
    }),
    rule(
      'backends-know-their-target-only',
      'A backend executes the calls of its own target.',
      '^src/backends/([^/]+)/',
      { path: '^compilers/targets/', pathNot: '^compilers/targets/$1/' },
    ),
    rule(
      'backends-do-not-look-up',
      'A backend knows ports and the calendar, never who calls it.',
      '^src/backends/',
      { path: '^src/(engine|analysis|server|cli|state|wire|main)' },
    ),
    rule(
      'engine-sees-ports-only',
      'The engine has one code path for every backend.',
      '^src/(engine|analysis)/',
      { path: '^(src/(backends|server|cli|state|wire|main)|compilers/targets/)' },
    ),
    {
      name: 'engine-knows-no-protocol',
      comment: 'The engine is free of MCP.',
      severity: 'error',
      from: { path: '^src/(engine|analysis|calendar|backends|state|ports)/' },
      to: { path: 'node_modules/@modelcontextprotocol/' },
    },
    rule(
      'server-and-cli-see-no-backend',
      'They speak to the service; only wire.ts builds backends.',
      '^src/(server|cli)/',
      { path: '^(src/(backends|state)/|compilers/targets/)' },
    ),
    rule(
      'doctor-is-for-people',
      'Only the command line asks the doctor, who may look at everything but the server.',
      '^(schemas|compilers|src/(?!doctor/|cli/))',
      { path: '^src/doctor/' },
    ),
    rule('doctor-speaks-no-protocol', 'A report is no answer of a tool.', '^src/doctor/', {
      path: '^src/(server|cli)/',
    }),
    rule(
      'ports-are-interfaces',
      'Ports name what the engine needs, and nothing that provides it.',
      '^src/ports/',
      { path: '^src/(?!ports/)' },
    ),
    rule(
      'production-knows-no-tests',
      'What ships never imports tests or fixtures.',
      '^(schemas|compilers|src)/',
      { path: '^(test|fixtures)/' },
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
