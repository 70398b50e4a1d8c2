import { join } from 'node:path';
import { check, env, moduleVersion, prepare } from '../../go.ts';
import type { Target } from '../../target.ts';

const modules = new URL('go.mod', import.meta.url).pathname;

export default {
  name: 'oapi-codegen',
  generator: `oapi-codegen ${moduleVersion(modules, 'github.com/oapi-codegen/oapi-codegen/v2')}`,
  language: 'Go',
  needs: ['go'],
  limits: [
    'streams come as bytes, whose events have generated types',
    'what is `writeOnly`, such as a password, is a pointer',
  ],
  async generate(context) {
    prepare(context);
    const { contract, directory, run } = context;
    // By default it writes a server, too.
    const chosen = ['-generate', 'types,client', '-package', 'client'];
    const output = ['-o', join(directory, 'client/client.go')];
    await run('go', ['tool', 'oapi-codegen', ...chosen, ...output, contract], { env });
  },
  check: (context) => check(context, './client/...'),
} satisfies Target;
