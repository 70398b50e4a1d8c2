import { join } from 'node:path';
import { environment, required } from '../../python.ts';
import type { Target } from '../../target.ts';

const here = (name: string): string => new URL(name, import.meta.url).pathname;

export default {
  name: 'openapi-python-client',
  generator: required(here('requirements.txt'), 'openapi-python-client'),
  language: 'Python',
  isRare: true,
  needs: ['python3'],
  limits: [
    'it leaves out `createCampaignSource` and `setVoiceProfileAvatar`, whose bodies are CSV and pictures, unless its setting `content_type_overrides` calls `text/csv` and `image/png` `application/octet-stream`, as here',
    'audio in answers is the bytes of the response, without a type, as each format would need such a line',
    'streams are read to their end',
  ],
  async generate(context) {
    const command = await environment(context);
    const { contract, directory, run } = context;
    const config = join(here('.'), 'config.yaml');
    const settings = ['--config', config, '--meta', 'none', '--overwrite'];
    const output = ['--output-path', join(directory, 'client')];
    const args = ['generate', '--path', contract, ...settings, ...output];
    await run(command('openapi-python-client'), args);
  },
  async check(context) {
    const command = await environment(context);
    const flags = ['--strict', '--cache-dir', join(context.directory, 'mypy')];
    await context.run(command('mypy'), [...flags, 'client']);
  },
} satisfies Target;
