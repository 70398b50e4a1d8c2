import { join } from 'node:path';
import { env, moduleVersion, prepare } from '../../go.ts';
import type { Target } from '../../target.ts';

const here = (name: string): string => new URL(name, import.meta.url).pathname;

export default {
  name: 'ogen',
  generator: `ogen ${moduleVersion(here('go.mod'), 'github.com/ogen-go/ogen')}`,
  language: 'Go',
  isRare: true,
  needs: ['go'],
  limits: [
    'it leaves out the operations that stream events, and stops without its setting `ignore_not_implemented`, as here',
    'what has no type of its own, such as a tool result, is raw JSON',
  ],
  async generate(context) {
    prepare(context);
    const { contract, directory, run } = context;
    const settings = ['--config', here('ogen.yml'), '--package', 'client', '--clean'];
    const output = ['--target', join(directory, 'client')];
    await run('go', ['tool', 'ogen', ...settings, ...output, contract], { env });
  },
  // Its code is large: `go vet` would compile it a second time.
  check: ({ run }) => run('go', ['build', './client/...'], { env, timeoutMs: 1_200_000 }),
} satisfies Target;
