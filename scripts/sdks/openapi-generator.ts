import { join } from 'node:path';
import { cached } from './cache.ts';
import type { Context } from './target.ts';

const version = '7.24.0';
const self = new URL(import.meta.url).pathname;
const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy';

export const generator = `openapi-generator ${version}`;

/** What its clients have in common. Numbers of issues are those of its own tracker. */
export const firstOnes = "of a body's types (its issue 3990) it knows the first one";

/** Its program, from Maven's repository, which is compared with its checksum there. */
async function program({ run }: Context): Promise<string> {
  const directory = await cached('openapi-generator', [self], (fresh) => {
    const artifact = `org.openapitools:openapi-generator-cli:${version}`;
    const flags = ['--batch-mode', '--quiet', '--strict-checksums'];
    return run('mvn', [...flags, copy, `-Dartifact=${artifact}`, `-DoutputDirectory=${fresh}`]);
  });
  return join(directory, `openapi-generator-cli-${version}.jar`);
}

export interface Generation {
  readonly language: string;
  readonly contract: string;
  readonly properties?: Readonly<Record<string, string | boolean>>;
  /** The areas of the API, of those that are generated; default: all, and the events of webhooks as one. */
  readonly areas?: readonly string[];
}

/** Generates the client, without documentation and tests of its own. */
export async function generate(context: Context, generation: Generation): Promise<void> {
  const { language, contract, properties = {}, areas } = generation;
  const left = ['apiDocs', 'modelDocs', 'apiTests', 'modelTests'].map((part) => `${part}=false`);
  const parts = areas ? ['models', 'supportingFiles', ...left, `apis=${areas.join(':')}`] : left;
  const chosen = Object.entries(properties).map(([name, value]) => `${name}=${value}`);
  await context.run('java', [
    '-jar',
    await program(context),
    'generate',
    `--global-property=${parts.join(',')}`,
    `--generator-name=${language}`,
    `--input-spec=${contract}`,
    `--output=${join(context.directory, 'client')}`,
    ...(chosen.length > 0 ? [`--additional-properties=${chosen.join(',')}`] : []),
  ]);
}
