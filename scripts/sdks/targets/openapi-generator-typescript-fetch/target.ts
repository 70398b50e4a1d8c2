import { generate, generator } from '../../openapi-generator.ts';
import type { Target } from '../../target.ts';
import { checkClient } from '../../typescript.ts';

export default {
  name: 'openapi-generator-typescript-fetch',
  generator,
  language: 'TypeScript',
  isRare: true,
  needs: ['java', 'mvn'],
  cannot: {
    check:
      'it makes one interface of the members of all branches of an `anyOf`, to which no branch can be assigned. The errors stand in the models of responses with kinds that can be added, such as `WebhookEvent` and `Effect`',
  },
  limits: ['streams come as the text of the whole answer'],
  generate: (context) => generate(context, 'typescript-fetch'),
  check: (context) => checkClient(context),
} satisfies Target;
