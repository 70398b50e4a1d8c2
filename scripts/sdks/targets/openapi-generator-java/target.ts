import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate, generator } from '../../openapi-generator.ts';
import type { Target } from '../../target.ts';

const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies';

/** The Java sources in a directory and below. */
const sourcesIn = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.java'))
    .map((file) => join(directory, file));

export default {
  name: 'openapi-generator-java',
  generator,
  language: 'Java',
  needs: ['java', 'javac', 'mvn'],
  without: ['-Xlint:rawtypes'],
  limits: [
    'a list that is not set is sent as an empty one, unless it is set to null: of `createWebhookEndpoint` and `createApiKey` it is refused; of `updateCallingHours` an empty `holidays` deletes the holidays',
    'streams come as the bytes of `...Call`',
    "a refusal is read from the exception's text, by `Problem.fromJson`",
  ],
  generate: (context) => generate(context, 'java'),
  async check({ directory, run }) {
    const client = join(directory, 'client');
    // The client's own pom.xml names exact versions.
    const flags = [
      '--batch-mode',
      '--quiet',
      '--strict-checksums',
      '--file',
      join(client, 'pom.xml'),
    ];
    await run('mvn', [
      ...flags,
      copy,
      '-DincludeScope=compile',
      `-DoutputDirectory=${directory}/lib`,
    ]);
    mkdirSync(join(directory, 'built'));
    const list = join(directory, 'sources');
    writeFileSync(list, sourcesIn(join(client, 'src/main/java')).join('\n'));
    const strict = ['-J-Xmx1g', '-Werror'];
    const built = ['-cp', 'lib/*', '-d', 'built', `@${list}`];
    await run('javac', [...strict, '-Xlint:all,-rawtypes', ...built]);
  },
} satisfies Target;
