import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = new URL('../..', import.meta.url).pathname;

/** What the sources import when it is first needed: `[file, module]`. */
const onFirstUse = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .flatMap((name) =>
    [
      ...readFileSync(join(root, 'src', name), 'utf8').matchAll(
        /(?<!typeof )\bimport\(\s*'([^']+)'/g,
      ),
    ].map(([, module = '']) => [name, module] as const),
  )
  // It starts a server.
  .filter(([, module]) => module !== './process/run.ts');

/** Large, and not needed by most servers. */
const large = [
  '@aws-sdk/client-s3',
  '@huggingface/hub',
  '@modelcontextprotocol/server',
  '@opentelemetry/sdk-trace',
  'mpg123-decoder',
  'nodemailer',
  'opus-decoder',
  'sharp',
  'telnyx',
  'zod',
];

test('npm start keeps compiled code where every other start does', () => {
  const directory = /'\.\.\/(node_modules\/[^']+)'/.exec(
    readFileSync(join(root, 'src/main.ts'), 'utf8'),
  )?.[1];
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };

  expect(scripts['start']).toContain(`NODE_COMPILE_CACHE:-${directory}}`);
});

describe('What is loaded on first use', () => {
  test('covers the large libraries', () => {
    const modules = onFirstUse.map(([, module]) => module);

    expect(modules).toEqual(expect.arrayContaining(['@aws-sdk/client-s3', 'sharp', 'twilio']));
  });

  test.each(onFirstUse)('%s finds %s', async (name, module) => {
    const file = new URL(module, pathToFileURL(join(root, 'src', name))).href;

    const loaded: unknown = await import(module.startsWith('.') ? file : module);

    expect(Object.keys(loaded as object)).not.toEqual([]);
  });

  test('is not loaded by a start', () => {
    const program = `
      import { registerHooks } from 'node:module';
      const loaded = [];
      registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
      await import('./src/process/serve.ts');
      console.log(JSON.stringify(loaded));
      process.exit();`;

    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: root,
      encoding: 'utf8',
    });

    const loaded = JSON.parse(printed) as string[];
    expect(loaded.some((url) => url.endsWith('/src/app.ts'))).toBe(true);
    const unneeded = large.filter((name) =>
      loaded.some((url) => url.includes(`/node_modules/${name}/`)),
    );
    expect(unneeded).toEqual([]);
  });
});
