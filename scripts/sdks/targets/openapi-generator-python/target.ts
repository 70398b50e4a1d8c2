import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate, generator } from '../../openapi-generator.ts';
import { environment, prepare } from '../../python.ts';
import type { Target } from '../../target.ts';

/** Rules of `mypy --strict` that the generated code breaks. */
const without = [
  'disallow_untyped_defs',
  'disallow_incomplete_defs',
  'disallow_untyped_calls',
  'warn_return_any',
  'no_implicit_reexport',
];

export default {
  name: 'openapi-generator-python',
  generator,
  language: 'Python',
  needs: ['java', 'mvn', 'python3'],
  without,
  limits: [
    'the scenario passes `mypy --strict`, its own code does not (its issue 20959)',
    'streams come as the bytes of `..._without_preload_content`, whose events have generated types',
    "a refusal is the exception's `data`, whose type is to be tested",
    'a request that breaks the contract is refused before it is sent, with an error of pydantic',
  ],
  async generate(context) {
    prepare(context);
    await generate(context, 'python');
  },
  async check(context) {
    const command = await environment(context);
    const { directory, run } = context;
    // The scenario is held to all rules.
    const config = ['[mypy]', 'strict = True', '[mypy-openapi_client.*]'];
    config.push(...without.map((rule) => `${rule} = False`));
    writeFileSync(join(directory, 'mypy.ini'), config.join('\n'));
    const flags = ['--config-file', 'mypy.ini', '--cache-dir', join(directory, 'mypy')];
    await run(command('mypy'), [...flags, 'client/openapi_client', 'scenario.py', 'support.py']);
  },
  async run(context) {
    const command = await environment(context);
    // The package is in what is generated.
    const env = { PYTHONPATH: join(context.directory, 'client') };
    return context.run(command('python'), ['-B', 'scenario.py'], { env, timeoutMs: 120_000 });
  },
} satisfies Target;
