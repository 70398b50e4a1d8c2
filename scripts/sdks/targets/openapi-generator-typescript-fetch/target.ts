import {
  closedUnions,
  eventsAsSchemas,
  firstBodyType,
  usualSuccess,
  writeDerived,
} from '../../derive.ts';
import { firstOnes, generate, generator } from '../../openapi-generator.ts';
import type { Target } from '../../target.ts';
import { check, prepare, runScenario } from '../../typescript.ts';

const without = ['exactOptionalPropertyTypes'];

export default {
  name: 'openapi-generator-typescript-fetch',
  generator,
  language: 'TypeScript',
  needs: ['java', 'mvn'],
  without,
  limits: [
    firstOnes,
    'names are in camelCase',
    'streams come as bytes (its issue 17442), whose events have generated types',
    "a refusal is read from the error's `response`",
  ],
  async generate(context) {
    prepare(context);
    // Of `anyOf` it makes one type of all members, which does not compile, nor do the
    // parameters of webhooks; of a body's types JSON is sent; of two successes the first is read.
    const changes = [closedUnions, eventsAsSchemas, firstBodyType, usualSuccess];
    const contract = writeDerived(context, ...changes);
    const properties = { importFileExtension: '.ts' };
    await generate(context, { language: 'typescript-fetch', contract, properties });
  },
  check: (context) => check(context, without),
  run: runScenario,
} satisfies Target;
