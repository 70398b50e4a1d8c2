/**
 * `make check-changed`: in seconds, what a change has broken. Types of `src` and of the files that differ from the last
 * commit, lint of these files and of the contract, and their format; `make check-code` looks at everything.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Beside the packages, so that they and their types are found. */
const project = join(root, 'node_modules/.cache/changed/tsconfig.json');

/** Files of TypeScript that differ from the last commit or are new. */
export function changedFiles(folder: string): string[] {
  const git = (...args: string[]): string[] =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).split('\0').filter(Boolean);
  const names = [
    ...git('diff', '--name-only', '-z', 'HEAD', '--'),
    ...git('ls-files', '--others', '--exclude-standard', '-z'),
  ];
  return names.filter((name) => name.endsWith('.ts') && existsSync(join(folder, name))).toSorted();
}

/** All of src, as a type that changes is used far from its file; of tests and scripts only what changed. */
function projectOf(changed: readonly string[]): object {
  const others = changed.filter((name) => /^(?:test|scripts)\//.test(name));
  return {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: { tsBuildInfoFile: './tsconfig.tsbuildinfo' },
    include: ['src', 'generated/*.ts', ...others].map((name) => join(root, name)),
    exclude: [join(root, 'src/console'), join(root, 'scripts/packages/client')],
  };
}

async function run(command: string, args: readonly string[]): Promise<boolean> {
  const child = spawn(join(root, 'node_modules/.bin', command), args, {
    cwd: root,
    stdio: 'inherit',
  });
  const code = await new Promise((done) => child.on('close', done));
  if (code !== 0) console.error(`${command} found something.`);
  return code === 0;
}

if (import.meta.main) {
  const changed = changedFiles(root);
  mkdirSync(join(project, '..'), { recursive: true });
  writeFileSync(project, JSON.stringify(projectOf(changed)));
  const contract = ['openapi/openapi.yaml', '--config', 'openapi/redocly.yaml'];
  const passed = await Promise.all([
    run('tsc', ['--project', project, '--checkers', '2']),
    run('redocly', ['lint', ...contract, '--format', 'stylish', '--lint-config', 'error']),
    changed.length === 0 || run('oxlint', ['--type-aware', '--deny-warnings', ...changed]),
    changed.length === 0 || run('oxfmt', ['--check', ...changed]),
  ]);
  if (passed.includes(false)) process.exitCode = 1;
}
