import { join } from 'node:path';
import { cached } from './cache.ts';
import type { Context } from './target.ts';

const version = '7.24.0';
const self = new URL(import.meta.url).pathname;
const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy';

export const generator = `openapi-generator ${version}`;

/** Its program, from Maven's repository, which is compared with its checksum there. */
async function program({ run }: Context): Promise<string> {
  const directory = await cached('openapi-generator', [self], (fresh) => {
    const artifact = `org.openapitools:openapi-generator-cli:${version}`;
    const flags = ['--batch-mode', '--quiet', '--strict-checksums'];
    return run('mvn', [...flags, copy, `-Dartifact=${artifact}`, `-DoutputDirectory=${fresh}`]);
  });
  return join(directory, `openapi-generator-cli-${version}.jar`);
}

/** Generates the client with the generator's default settings. */
export async function generate(context: Context, language: string): Promise<void> {
  await context.run('java', [
    '-jar',
    await program(context),
    'generate',
    `--generator-name=${language}`,
    `--input-spec=${context.contract}`,
    `--output=${join(context.directory, 'client')}`,
  ]);
}
