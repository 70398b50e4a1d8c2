import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const documents = ['openapi.json', 'openapi.yaml', 'openapi-client.json', 'openapi-go.json'];

/** What the caller did wrong, as a sentence. */
class Misuse extends Error {}

interface Command {
  readonly says: string;
  /** Its arguments, as the help shows them. */
  readonly takes?: string;
  /** Options that set a variable of the environment, which the program reads. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Options that the program itself reads. */
  readonly passes?: readonly string[];
  /** Runs with its arguments in `process.argv`. */
  run(args: readonly string[]): Promise<unknown>;
}

const port = { '--port': 'PORT' };
const api = { '--api': 'API' };

const commands: Readonly<Record<string, Command>> = {
  start: {
    says: 'Start the API with a simulated telephone network and demo data; PostgreSQL if DATABASE_URL is set',
    variables: { ...port, '--host': 'HOST', '--data-dir': 'DATA_DIR' },
    run() {
      process.env['DEMO'] ??= process.env['DATABASE_URL'] ? '0' : '1';
      return import('../../../src/process/run.ts');
    },
  },
  mock: {
    says: "Serve the contract's examples, without data; a Prefer header chooses others",
    variables: port,
    run: () => import('../../mock.ts'),
  },
  console: {
    says: 'Serve the console on this machine, on port 4020, for an API elsewhere',
    variables: { ...api, ...port },
    run: async () => (await import('../../console.ts')).serve(),
  },
  'first-call': {
    says: 'Place a call on a running demo and print its two events (needs sh and curl)',
    variables: api,
    run: firstCall,
  },
  watch: {
    says: 'Print how running campaigns get on',
    takes: '[CAMPAIGN...]',
    variables: { ...api, '--token': 'TOKEN' },
    run: async () => (await import('../../watch.ts')).run(),
  },
  token: {
    says: 'Print a session token of a demo user: user or admin',
    takes: '[user|admin]',
    variables: api,
    run: () => import('../../token.ts'),
  },
  verify: {
    says: 'Hold a server against the contract (EMAIL= PASSWORD= or TOKEN=, ADMIN_EMAIL= ADMIN_PASSWORD=)',
    takes: 'URL',
    passes: ['--json', '--har FILE', '--operation ID'],
    run: () => import('../../conformance/run.ts'),
  },
  openapi: {
    says: 'Write the documents of the contract into a folder',
    takes: '[FOLDER]',
    run: writeDocuments,
  },
  migrate: {
    says: 'Bring the database up to date',
    run: () => import('../../../src/process/run.ts'),
  },
  reencrypt: {
    says: 'Encrypt what is stored with the newest of SECRET_KEYS',
    run: () => import('../../../src/process/run.ts'),
  },
};

export async function main(args: readonly string[]): Promise<void> {
  const [name = '--help', ...rest] = args;
  try {
    if (name === '--help' || name === '-h' || name === 'help') return console.log(help());
    if (name === '--version' || name === '-v') return console.log(version());
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command)
      throw new Misuse(
        `There is no command ${name}. There are ${Object.keys(commands).join(', ')}.`,
      );
    if (rest.includes('--help') || rest.includes('-h')) return console.log(helpOf(name, command));
    const { passed, positionals } = read(name, command, rest);
    // `migrate` and `reencrypt` are arguments of the server itself.
    const own = name === 'migrate' || name === 'reencrypt' ? [name] : passed;
    process.argv.splice(2, Infinity, ...own);
    // In the temporary directory, as nothing is written beside the code.
    enableCompileCache();
    await command.run(positionals);
  } catch (error) {
    if (!(error instanceof Misuse)) throw error;
    console.error(`${error.message} See voice-agent-platform --help.`);
    process.exitCode = 2;
  }
}

/** Sets the variables that options name; returns what is passed on. Throws a Misuse for what the command does not take. */
function read(name: string, command: Command, args: readonly string[]) {
  const { variables = {}, passes = [], takes = '' } = command;
  const options = Object.fromEntries(
    [...Object.keys(variables).map((each) => `${each} VALUE`), ...passes].map((shown) => {
      const [option = '', value] = shown.slice(2).split(' ');
      return [option, { type: value === undefined ? 'boolean' : 'string' } as const];
    }),
  );
  let tokens;
  let positionals;
  try {
    ({ tokens, positionals } = parseArgs({
      args: [...args],
      options,
      allowPositionals: true,
      tokens: true,
    }));
  } catch (error) {
    const { message } = error as Error;
    const known = Object.keys(options).map((each) => `--${each}`);
    throw new Misuse(
      `${name}: ${message.split('. ')[0]}.${known.length === 0 ? ' It has no options.' : ` It has ${known.join(', ')}.`}`,
    );
  }
  const most = takes === '' ? 0 : takes.includes('...') ? Infinity : 1;
  if (positionals.length > most)
    throw new Misuse(
      `${name} takes ${takes === '' ? 'no argument' : takes}, not ${positionals.join(' ')}.`,
    );
  const passed = [...positionals];
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const variable = variables[`--${token.name}`];
    if (variable === undefined)
      passed.push(`--${token.name}`, ...(token.value === undefined ? [] : [token.value]));
    else process.env[variable] = token.value;
  }
  return { passed, positionals };
}

const version = (): string =>
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;

const help =
  (): string => `voice-agent-platform ${version()}: an API that places calls with voice agents

${Object.entries(commands)
  .map(([name, { says, takes = '' }]) => `  ${`${name} ${takes}`.padEnd(22)}${says}`)
  .join('\n')}

  COMMAND --help        Show the options of a command
  --version             Print the version of this package and its contract

Data is kept in DATA_DIR, .data in the current folder. The reference of a running server is at /docs.`;

const helpOf = (name: string, { says, takes, variables = {}, passes = [] }: Command): string =>
  [
    [`voice-agent-platform ${name}`, takes].filter(Boolean).join(' '),
    `\n${says}`,
    ...Object.entries(variables).map(
      ([option, variable]) => `  ${`${option} VALUE`.padEnd(22)}${variable}`,
    ),
    ...passes.map((option) => `  ${option}`),
  ].join('\n');

async function firstCall(): Promise<void> {
  const folder = join(root, 'scripts/example');
  const { error, status } = spawnSync('sh', [join(folder, 'first-call.sh')], {
    stdio: 'inherit',
    env: { ...process.env, START: 'npx voice-agent-platform start' },
  });
  if (error) throw new Misuse(`first-call needs sh and curl: ${error.message}.`);
  process.exitCode = status ?? 1;
}

/** Whether a file is a document of this API, of any version. */
function isDocument(file: string): boolean {
  try {
    return readFileSync(file, 'utf8').slice(0, 1000).includes('Voice Agent Platform API');
  } catch {
    return false;
  }
}

async function writeDocuments([folder = '.']: readonly string[]): Promise<void> {
  const files = documents.map((name) => resolve(folder, name));
  // A document of the same name can be somebody's own.
  const other = files.find((file) => existsSync(file) && !isDocument(file));
  if (other !== undefined)
    throw new Misuse(`${other} is there, and none of these documents. Name another folder.`);
  try {
    mkdirSync(folder, { recursive: true });
    for (const file of files) copyFileSync(join(root, 'generated', basename(file)), file);
  } catch (error) {
    throw new Misuse(`The documents cannot be written: ${(error as Error).message}.`);
  }
  for (const file of files) console.log(file);
}
