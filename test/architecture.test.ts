import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const areas = [
  'auth',
  'approvals',
  'voice',
  'billing',
  'workflows',
  'campaigns',
  'telephony',
  'webhooks',
  'tools',
  'audit',
  'privacy',
  'mcp',
];

interface Source {
  readonly file: string;
  readonly text: string;
  /** Imported modules: our files by their path from the root, packages by name. Type-only imports are marked. */
  readonly imports: readonly { readonly from: string; readonly typeOnly: boolean }[];
}

const sources: Source[] = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => {
    const file = join('src', name);
    const text = readFileSync(join(root, file), 'utf8');
    return { file, text, imports: importsOf(file, text) };
  });

function importsOf(file: string, text: string): Source['imports'] {
  const pathOf = (from: string): string =>
    from.startsWith('.') ? relative(root, resolve(root, file, '..', from)) : from;
  const atOnce = [...text.matchAll(/^(?:import|export) (type )?([^;]*?) from '([^']+)';/gms)].map(
    ([, type, names = '', from = '']) => ({
      from: pathOf(from),
      typeOnly:
        type !== undefined ||
        (names.startsWith('{') &&
          names
            .slice(1, -1)
            .split(',')
            .every((name) => name.trim() === '' || name.trim().startsWith('type '))),
    }),
  );
  const onFirstUse = [...text.matchAll(/(typeof )?\bimport\(\s*'([^']+)'\s*,?\)/g)].map(
    ([, type, from = '']) => ({ from: pathOf(from), typeOnly: type !== undefined }),
  );
  return [...atOnce, ...onFirstUse];
}

/** What makes streams, threads and requests: an error of theirs that nobody hears ends the process. */
const makers: Readonly<Record<string, readonly string[]>> = {
  'node:stream': ['Readable', 'Writable', 'Duplex', 'Transform', 'PassThrough'],
  'node:fs': ['createReadStream', 'createWriteStream'],
  'node:net': ['connect', 'createConnection', 'Socket'],
  'node:tls': ['connect', 'TLSSocket'],
  'node:http': ['request', 'get'],
  'node:https': ['request', 'get'],
  'node:child_process': ['spawn', 'fork'],
  'node:worker_threads': ['Worker'],
  '@fastify/busboy': ['Busboy'],
  'csv-parse': ['parse'],
  yazl: ['ZipFile'],
};
const everywhere =
  /\.(?:createReadStream|createWriteStream|stdin|outputStream)\b|\bcreate(?:Gzip|Gunzip|Unzip|(?:De|In)flate(?:Raw)?|(?:Brotli|Zstd)(?:De)?[cC]ompress)\(/g;
/** What hears errors in the tick that it is called in. */
const hearing = /(?:\bwithErrorListener|\bpipeline|\bspool\.write)$/;

/** Where a file creates a stream, or reaches for one, that is no argument of what hears its errors. */
function unheardIn({ text }: Pick<Source, 'text'>): string[] {
  const names = [...text.matchAll(/^import \{([^}]*)\} from '([^']+)';/gms)].flatMap(
    ([, imported = '', from = '']) =>
      imported
        .split(',')
        .map((each) => each.trim())
        .filter((each) => makers[from]?.includes(each)),
  );
  const made = names.map((name) => new RegExp(`\\b(?:new )?${name}(?:\\.\\w+)?\\(`, 'g'));
  return [everywhere, ...made]
    .flatMap((each) => [...text.matchAll(each)])
    .filter(({ index }) => !callsAround(text, index).some((call) => hearing.test(call)))
    .map(({ index, 0: what }) => `${text.slice(0, index).split('\n').length}: ${what}`);
}

/** What stands before each bracket that is open at a place, up to the function that the place is in. */
function callsAround(text: string, place: number): string[] {
  const calls: string[] = [];
  let closed = 0;
  for (let at = place - 1; at >= 0; at--) {
    if (text.startsWith('=>', at) || text[at] === ';') break;
    if (')]}'.includes(text[at] ?? '')) closed += 1;
    else if ('([{'.includes(text[at] ?? '') && closed-- === 0) {
      closed = 0;
      calls.push(text.slice(Math.max(0, at - 100), at));
    }
  }
  return calls;
}

const areaOf = (file: string): string | undefined =>
  areas.find((area) => file.startsWith(`src/${area}/`));
/** The folder of `src` of a file; '' where it lies in `src` itself, or outside. */
const folderOf = (file: string): string => /^src\/([^/]+)\//.exec(file)?.[1] ?? '';
const isHandlers = (file: string): boolean => file.endsWith('handlers.ts');
const nameOf = (file: string): string => file.split('/').at(-1) ?? '';

/** Imports that break a rule: `file -> module`. */
const breaches = (
  which: (file: string) => boolean,
  forbidden: (from: string, file: string, typeOnly: boolean) => boolean,
): string[] =>
  sources
    .filter(({ file }) => which(file))
    .flatMap(({ file, imports }) =>
      imports
        .filter(({ from, typeOnly }) => forbidden(from, file, typeOnly))
        .map(({ from }) => `${file} -> ${from}`),
    );

/** The graph without everything that is not part of a circle or of a path between circles. */
function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[] {
  let left = new Map(graph);
  for (;;) {
    const within = [...left].map(
      ([name, targets]) =>
        [name, targets.filter((target) => target !== name && left.has(target))] as const,
    );
    const ledTo = new Set(within.flatMap(([, targets]) => targets));
    const next = within.filter(([name, targets]) => targets.length > 0 && ledTo.has(name));
    if (next.length === left.size) return [...left.keys()];
    left = new Map(next);
  }
}

const tables = new Set(
  readFileSync(join(root, 'generated/database.ts'), 'utf8')
    .split(/^export interface (?:DB|Database) \{$/m)
    .at(-1)
    ?.match(/^  \w+(?=: )/gm)
    ?.map((name) => name.trim()),
);
const writes =
  /(?:insertInto|updateTable|deleteFrom|resource)\('(\w+)|\b(?:insert into|delete from|update) (\w+)(?= )/g;
const reads = /(?:selectFrom|[jJ]oin\w*)\('(\w+)|\b(?:from|join) (\w+)/g;

/**
 * The tables that SQL of a kind names, each with the folder of `src` that contains it; without demo data and
 * migrations.
 */
const used = (kind: RegExp): { table: string; folder: string; file: string }[] =>
  sources
    .filter(({ file }) => !/^src\/(demo|db\/migrations)\//.test(file))
    .flatMap(({ file, text }) =>
      [...text.matchAll(kind)]
        .map((match) => match.slice(1).find((name) => name !== undefined) ?? '')
        .filter((table) => tables.has(table))
        .map((table) => ({ table, folder: file.split('/')[1] ?? '', file })),
    );

/** The areas from bottom to top; those on one level must not import each other. */
const levels = [
  ['audit'],
  ['billing'],
  ['auth'],
  ['workflows', 'approvals', 'voice'],
  ['webhooks'],
  ['tools'],
  ['telephony'],
  ['campaigns'],
  ['privacy'],
  ['mcp'],
];
const levelOf = (area: string): number => levels.findIndex((level) => level.includes(area));

describe('The architecture', () => {
  test('covers the sources', () => {
    expect(sources.length).toBeGreaterThan(30);
    expect(sources.flatMap(({ imports }) => imports).length).toBeGreaterThan(100);
  });

  test('detects circles', () => {
    const graph = new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['b', 'd']],
      ['d', []],
    ]);

    expect(circlesIn(graph)).toEqual(['b', 'c']);
  });

  test('has no circle of files, including type imports', () => {
    const graph = new Map(
      sources.map(({ file, imports }) => [file, imports.map(({ from }) => from)] as const),
    );

    expect(circlesIn(graph)).toEqual([]);
  });

  test('has no circle of folders', () => {
    const graph = new Map<string, string[]>();
    for (const { file, imports } of sources) {
      const folder = folderOf(file);
      const used = imports.map(({ from }) => folderOf(from)).filter((each) => each !== '');
      if (folder !== '') graph.set(folder, [...(graph.get(folder) ?? []), ...used]);
    }

    expect(graph.size).toBeGreaterThan(20);
    expect(circlesIn(graph)).toEqual([]);
  });

  test('has one direction: areas import only areas below them', () => {
    expect(levels.flat().toSorted()).toEqual(areas.toSorted());
    const upwards = (from: string, file: string): boolean => {
      const [here, there] = [areaOf(file), areaOf(from)];
      if (here === undefined || there === undefined || here === there) return false;
      return levelOf(there) >= levelOf(here);
    };

    expect(breaches((file) => areaOf(file) !== undefined, upwards)).toEqual([]);
  });

  test('gives the agent no way to a run but the operations of the API', () => {
    const shared =
      /^src\/(agent|system|errors|workflows\/walker|telephony\/relay)\b|^src\/http\/json\.ts$/;
    const inside = (file: string): boolean => file.startsWith('src/agent/');
    const others = (from: string, _file: string, typeOnly: boolean): boolean =>
      !typeOnly && from.startsWith('src/') && !shared.test(from);

    expect(breaches(inside, others)).toEqual([]);
    expect(breaches(inside, (from) => from.startsWith('src/workflows/walker/'))).not.toEqual([]);
  });

  test('gives the console no way to the server but the published client', () => {
    const inside = (file: string): boolean => file.startsWith('src/console/');
    const packages = /^(preact|preact\/hooks|@voice-agent-platform\/client)$/;
    const text = sources.filter(({ file }) => inside(file)).map((source) => source.text);

    expect(breaches(inside, (from) => !inside(from) && !packages.test(from))).toEqual([]);
    expect(breaches((file) => !inside(file), inside)).toEqual([]);
    expect(breaches(inside, (from) => packages.test(from))).not.toEqual([]);
    // One place sends requests, and all that is shown is text.
    expect(text.filter((each) => /\bfetch\(|XMLHttpRequest/.test(each))).toHaveLength(1);
    expect(text.filter((each) => /innerHTML|EventSource|eval\(/i.test(each))).toEqual([]);
    expect(text.flatMap((each) => each.match(/<a\b[^>]*href=\S+/g) ?? []).toSorted()).toEqual([
      '<a class="skip" href="#main">',
      '<a {...rest} href={base',
    ]);
  });

  test('limits Express and openapi-backend to src/http and the composition root', () => {
    const allowed = (file: string): boolean =>
      file.startsWith('src/http/') || file === 'src/app.ts';
    expect(
      breaches(
        (file) => !allowed(file),
        (from) => ['express', 'openapi-backend'].includes(from),
      ),
    ).toEqual([]);
  });

  test('keeps areas out of what they stand on, indirectly and by types too', () => {
    const known = new Map(sources.map(({ file, imports }) => [file, imports] as const));
    /** The files that those of the base import, directly or not, each with the way to it. */
    const reachedFrom = (base: RegExp): [string, string][] => {
      const reached = new Map(
        [...known.keys()].filter((file) => base.test(file)).map((file) => [file, file] as const),
      );
      for (const [file, way] of reached)
        for (const { from } of known.get(file) ?? [])
          if (known.has(from) && !reached.has(from)) reached.set(from, `${way} -> ${from}`);
      return [...reached];
    };
    const areas = (ways: [string, string][]): string[] =>
      ways.filter(([file]) => areaOf(file) !== undefined).map(([, way]) => way);
    const base = reachedFrom(/^src\/(http|db|jobs|mail|storage|fairness|time|telemetry)\//);

    expect(areas(base)).toEqual([]);
    expect(base.map(([file]) => file)).not.toContain('src/context.ts');
    // What every area works with knows none; each says in its own `context.ts` what it needs besides.
    expect(areas(reachedFrom(/^src\/context\.ts$/))).toEqual([]);
  });

  test("hands handlers their own area's context", () => {
    const handlers = sources.filter(
      ({ file, text }) => areaOf(file) !== undefined && /satisfies HandlersFor</.test(text),
    );
    const other = handlers.filter(({ file, text }) => {
      const [, context = ''] = /satisfies HandlersFor<[^;]*?(\w*App)\s*>;/.exec(text) ?? [];
      return (
        context.toLowerCase() !== `${areaOf(file)}app` &&
        `${areaOf(file)} ${context}` !== 'audit App'
      );
    });

    expect(handlers.length).toBeGreaterThan(50);
    expect(other.map(({ file }) => file)).toEqual([]);
  });

  test('keeps HTTP out of the database', () => {
    expect(
      breaches(
        (file) => file.startsWith('src/db/'),
        (from) => from.startsWith('src/http/'),
      ),
    ).toEqual([]);
  });

  test('keeps SQL out of src/http', () => {
    const sqlOf = (from: string): boolean => ['kysely', 'pg', 'src/db/connect.ts'].includes(from);
    // The context names the database that it hands on.
    const isContext = (file: string): boolean => file === 'src/http/context.ts';
    expect(
      breaches(
        (file) => file.startsWith('src/http/'),
        (from, file, typeOnly) => sqlOf(from) && !(typeOnly && isContext(file)),
      ),
    ).toEqual([]);
  });

  test('lets errors, config and timestamps import nothing but how variables are read', () => {
    const alone = [
      'src/errors.ts',
      'src/config.ts',
      'src/system/variables.ts',
      'src/system/limit-variables.ts',
      'src/system/settings.ts',
      'src/system/variable-kinds.ts',
      'src/timestamp.ts',
    ];
    const reads = /^src\/system\/((\w+-)?variables|variable-kinds|settings)\.ts$/;
    expect(
      breaches(
        (file) => alone.includes(file),
        (from) => from.startsWith('src/') && !reads.test(from),
      ),
    ).toEqual([]);
  });

  test('limits rules to decisions: no clock, no I/O, no SQL', () => {
    const rules = (file: string): boolean => /(^|-)rules\.ts$/.test(nameOf(file));
    const types = (from: string, _file: string, typeOnly: boolean): boolean =>
      !typeOnly &&
      from !== 'src/timestamp.ts' &&
      !/(^|-)rules\.ts$/.test(nameOf(from)) &&
      (from.startsWith('src/') ||
        (from.startsWith('node:') && from !== 'node:path') ||
        ['kysely', 'pg'].includes(from));
    expect(breaches(rules, types)).toEqual([]);
    for (const { file, text } of sources.filter(({ file }) => rules(file))) {
      expect(/Date\.now|new Date\(\)|await /.test(text), file).toBe(false);
    }
  });

  test('keeps views and handlers out of queries', () => {
    const queries = (file: string): boolean => /(^|-)queries\.ts$/.test(nameOf(file));
    expect(
      breaches(queries, (from, _, typeOnly) => !typeOnly && /(handlers|views)\.ts$/.test(from)),
    ).toEqual([]);
  });

  test("keeps an area from importing another area's handlers or views", () => {
    const foreign = (from: string, file: string): boolean =>
      areaOf(from) !== undefined &&
      areaOf(from) !== areaOf(file) &&
      /(handlers|views)\.ts$/.test(from);
    expect(breaches((file) => areaOf(file) !== undefined, foreign)).toEqual([]);
  });

  test('reaches calls from outside telephony through their front door', () => {
    // handlers.ts lists the handlers of all.
    const outside = (file: string): boolean =>
      !file.startsWith('src/telephony/') && file !== 'src/handlers.ts';
    const inside = (from: string): boolean =>
      from.startsWith('src/telephony/calls/') && from !== 'src/telephony/calls/index.ts';

    expect(breaches(outside, inside)).toEqual([]);
    expect(breaches(outside, (from) => from === 'src/telephony/calls/index.ts')).not.toEqual([]);
  });

  test('writes each table in one area, whose actions and queries the others call', () => {
    const writers = new Map<string, Set<string>>();
    for (const { table, folder } of used(writes)) {
      writers.set(table, (writers.get(table) ?? new Set()).add(folder));
    }

    expect([...writers.keys()]).toContain('workflow_runs');
    expect([...writers].filter(([, folders]) => folders.size > 1)).toEqual([]);
  });

  test('keeps approval and campaign SQL in its area', () => {
    const homes: readonly (readonly [string, RegExp])[] = [
      ['approvals', /^approval_/],
      ['campaigns', /^campaign/],
    ];
    const foreign = used(new RegExp(`${writes.source}|${reads.source}`, 'g')).filter(
      ({ table, folder }) => homes.some(([home, tables]) => tables.test(table) && folder !== home),
    );
    expect(foreign).toEqual([]);
  });

  test('keeps handlers from importing handlers', () => {
    const handlers = (file: string): boolean => file !== 'src/handlers.ts' && isHandlers(file);
    expect(breaches(handlers, isHandlers)).toEqual([]);
  });

  test('keeps SQL out of handlers', () => {
    const handlers = (file: string): boolean => isHandlers(file) && areaOf(file) !== undefined;
    expect(breaches(handlers, (from) => from === 'kysely' || from === 'pg')).toEqual([]);
  });

  test('reads the environment in src/config.ts only', () => {
    const readers = sources.filter(({ text }) => /process\.env/.test(text)).map(({ file }) => file);
    expect(readers).toEqual(['src/config.ts']);
  });

  test('never decides by the kind of database who uses the service, but by isLocal', () => {
    const deciding = sources.filter(({ text }) => /\bdatabaseUrl\b/.test(text));

    // start.ts opens it, and each cell has one of its own.
    expect(deciding.map(({ file }) => file)).toEqual([
      'src/config.ts',
      'src/process/start.ts',
      'src/system/cell-variables.ts',
    ]);
  });

  test('starts programs in src/system/program.ts only, which gives them an environment of their own', () => {
    const starting = sources.filter(({ imports }) =>
      imports.some(({ from }) => /^(node:)?(child_process|cluster)$/.test(from)),
    );

    expect(starting.map(({ file }) => file)).toEqual(['src/system/program.ts']);
    expect(starting[0]?.text).toMatch(/ {2}readonly env: Readonly<Record<string, string>>;/);
  });

  test('decodes pictures of strangers in the process of src/voice/avatars/decoder.ts only', () => {
    const decoding = sources.filter(({ text }) => /(from|import\() ?'sharp'/.test(text));
    const importing = sources.filter(({ imports }) =>
      imports.some(({ from }) => from === 'src/voice/avatars/decoder.ts'),
    );

    // The demo encodes pixels of its own.
    expect(decoding.map(({ file }) => file).toSorted()).toEqual([
      'src/demo/voice-picture.ts',
      'src/voice/avatars/decoder.ts',
    ]);
    expect(importing).toEqual([]);
  });

  test('creates logs in src/telemetry/log.ts only, which decides what is logged of errors', () => {
    expect(
      breaches(
        () => true,
        (from, file, typeOnly) => from === 'pino' && !typeOnly && file !== 'src/telemetry/log.ts',
      ),
    ).toEqual([]);
    expect(sources.filter(({ text }) => /console\.\w+\(error\)/.test(text))).toEqual([]);
  });

  test('reads the JSON of others by src/http/json.ts only, which changes nothing in it', () => {
    const parsing = sources.filter(({ text }) => /JSON\.parse\(|\.json\(\)/.test(text));

    const own = [
      'src/agent/run-client.ts',
      'src/campaigns/sources/row-rules.ts',
      'src/console/agents/edit.tsx',
      'src/console/log-in.tsx',
      'src/db/page.ts',
      'src/demo/list.ts',
      'src/http/idempotency.ts',
      'src/http/operations.ts',
      'src/jobs/announcements.ts',
      'src/mail/mailer.ts',
      'src/mcp/contract.ts',
      'src/mcp/endpoint.ts',
      'src/mcp/results.ts',
      'src/privacy/erasures/texts.ts',
      'src/system/bundle.ts',
      'src/telephony/credentials.ts',
      'src/tools/tool-executions/call.ts',
      'src/webhooks/events/views.ts',
    ];
    // Of these answers and signed reports only IDs, codes and states are read.
    const ofCarriers = ['src/telephony/carriers/answers.ts', 'src/telephony/carriers/twilio.ts'];
    // What is wrong with one function of a server must not refuse the others: each is looked at by itself.
    const readers = ['src/http/json-text.ts', 'src/http/json.ts'];
    // Of a model's chunks only texts are read: their numbers have more digits than a double.
    const ofModels = ['src/agent/completion.ts'];
    expect(parsing.map(({ file }) => file).toSorted()).toEqual(
      [...own, ...ofCarriers, ...ofModels, ...readers, 'src/voice/engines/rules.ts'].toSorted(),
    );
  });

  test('never takes the time from the database', () => {
    const asks = /(?<![.\w])now\(\)|current_timestamp/i;
    const sql = sources.filter(({ file }) =>
      /(queries|actions|jobs)\.ts$|^src\/db\/migrations/.test(file),
    );
    expect(sql.filter(({ text }) => asks.test(text)).map(({ file }) => file)).toEqual([]);
  });

  test("reads the process's own clock in these files only", () => {
    const reasons: Readonly<Record<string, string>> = {
      'src/console/api.ts': "compares it with the server's, in a browser",
      'src/db/clock.ts': "compares it with the database's",
      'src/time/retry-after.ts': 'what an answer without a date cannot tell',
      'src/process/agent.ts': 'has no database, whose time it could have',
      'src/http/example-times.ts': 'moves examples by whole weeks',
      'src/storage/spool.ts': 'compares it with the times of files, which this machine has set',
    };
    const reads = /\bDate\.now\b|\bnew Date\(\)|\bDate\(\)|\btimeOrigin\b|\bTemporal\.Now\b/;
    const readers = sources.filter(({ text }) => reads.test(text)).map(({ file }) => file);

    // All else has the corrected time, `app.now()`, or `app.clock.real()` for what other servers compare with their clocks.
    expect(readers.toSorted()).toEqual(Object.keys(reasons).toSorted());
  });

  test('hears the errors of every stream in the tick that creates it', () => {
    const unheard = sources
      .flatMap((source) => unheardIn(source).map((where) => `${source.file}:${where}`))
      .toSorted();
    expect(unheard).toEqual([]);
  });

  test.each([
    ["import { Transform } from 'node:stream';\nconst body = new Transform({});", 1],
    [
      "import { Transform } from 'node:stream';\nconst body = withErrorListener(new Transform({}));",
      0,
    ],
    ["import { Readable } from 'node:stream';\nawait store(Readable.from([bytes]));", 1],
    ["import { Readable } from 'node:stream';\nawait pipeline(Readable.from([bytes]), out);", 0],
    ["import { Readable } from 'node:stream';\npipeline(a, b, () => Readable.from([]));", 1],
    ['const unpacked = req.pipe(createGunzip());', 1],
    ['child.stdin?.end(text);', 1],
  ])('sees in %j %d unheard streams', (text, count) => {
    expect(unheardIn({ text })).toHaveLength(count);
  });

  test('numbers the migrations without gaps', () => {
    const numbers = sources
      .flatMap(({ file }) => /^src\/db\/migrations\/(\d+)_/.exec(file)?.[1] ?? [])
      .toSorted();
    expect(numbers).toEqual(numbers.map((_, index) => String(index + 1).padStart(4, '0')));
  });

  test('has no file of more than 300 lines, but for the texts of the console, which are in one file', () => {
    const long = sources
      .filter(({ file }) => file !== 'src/console/texts.ts')
      .filter(({ text }) => text.split('\n').length > 301)
      .map(({ file }) => file);
    expect(long).toEqual([]);
  });
});
