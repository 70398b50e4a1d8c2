import { join } from 'node:path';
import { firstBodyType, writeDerived } from '../../derive.ts';
import { environment, prepare, required } from '../../python.ts';
import type { Target } from '../../target.ts';

const requirements = new URL('requirements.txt', import.meta.url).pathname;

export default {
  name: 'openapi-python-client',
  generator: required(requirements, 'openapi-python-client'),
  language: 'Python',
  needs: ['python3'],
  limits: [
    "of a body's types it knows the first one",
    'streams are read with its `httpx` client, whose events have generated types',
  ],
  async generate(context) {
    prepare(context);
    const { directory, target, run } = context;
    const command = await environment(context);
    // Of a body's types the last one is sent, and the choice between them does not compile.
    const contract = writeDerived(context, firstBodyType);
    const flags = ['--meta', 'none', '--overwrite', '--fail-on-warning'];
    const files = ['--path', contract, '--output-path', join(directory, 'client')];
    const config = ['--config', join(target, 'config.yaml')];
    await run(command('openapi-python-client'), ['generate', ...flags, ...config, ...files]);
  },
  async check(context) {
    const command = await environment(context);
    const cache = join(context.directory, 'mypy');
    const flags = ['--strict', '--cache-dir', cache];
    await context.run(command('mypy'), [...flags, 'client', 'scenario.py', 'support.py']);
  },
  async run(context) {
    const command = await environment(context);
    return context.run(command('python'), ['-B', 'scenario.py'], { timeoutMs: 120_000 });
  },
} satisfies Target;
