import { addAfterLast } from './inserting.ts';
import type { Names } from './names.ts';
import type { Request } from './request.ts';

/** `../../` from a file to a folder two levels above it. */
const up = (file: string, levels: number): string =>
  '../'.repeat(file.split('/').length - 1 - levels) || './';

const stub = (id: string): string =>
  `  async ${id}() {\n    throw notImplemented('${id}');\n  },\n`;

/** `voice-tags` as the name of an object: `voiceTags`. */
export const objectOf = (resource: string): string =>
  resource.replace(/-([a-z0-9])/g, (_, initial: string) => initial.toUpperCase());

/** A new file of handlers with a stub. */
export const newHandlers = (file: string, name: string, id: string): string =>
  `import { notImplemented } from '${up(file, 1)}errors.ts';
import type { HandlersFor } from '${up(file, 1)}http/contract.ts';

export const ${name} = {
${stub(id)}} satisfies HandlersFor<'${id}'>;
`;

/** Adds a stub to a file of handlers. Throws if the file does not name its operations. */
export function addHandler(text: string, file: string, id: string): string {
  const end = /^\} satisfies HandlersFor<([^>]*'\w+')/m.exec(text);
  if (!end)
    throw new Error(`${file} has no "} satisfies HandlersFor<'...'>": add ${id} there by hand.`);
  const at = end.index + end[0].length;
  const added = `${text.slice(0, end.index)}\n${stub(id)}${end[0]} | '${id}'${text.slice(at)}`;
  if (/^import .*\bnotImplemented\b/m.test(added)) return added;
  const path = `${up(file, 1)}errors.ts`;
  const existing = new RegExp(
    `^import \\{ ([^}]*) \\} from '${path.replaceAll('.', '\\.')}';`,
    'm',
  );
  if (existing.test(added))
    return added.replace(existing, `import { $1, notImplemented } from '${path}';`);
  return `import { notImplemented } from '${path}';\n${added}`;
}

/** Lists an object of handlers in `src/handlers.ts`. */
export function listHandlers(text: string, file: string, name: string): string {
  const line = `import { ${name} } from './${file.replace(/^src\//, '')}';`;
  return addAfterLast(addAfterLast(text, /^import \{/, line), /^ {2}\.\.\.\w+,$/, `  ...${name},`);
}

const body: Readonly<Record<string, string>> = { post: ', {}', put: ', {}', patch: ', {}' };

/** The test of an operation, which fails until it and its handler are written. */
function testOf({ id, path, method }: Request, { verb, singular }: Names): string {
  const url = path.replaceAll(/\{\w+\}/g, '1');
  const status = verb === 'create' ? 201 : verb === 'delete' ? 204 : 200;
  const sent = verb === 'create' ? ", { name: 'Example' }" : (body[method] ?? '');
  return `
describe('${id}', () => {
  test('answers ${status}', async () => {
    const member = await newOrganization();

    const answer = await member.${method}('${url}'${sent});

    expect(answer.body?.detail).toBeUndefined();
    expect(answer.status).toBe(${status});
    expect.fail('Write here what ${id} does with the ${singular}, and what it refuses.');
  });
});
`;
}

/** The file of tests with one more test. */
export function addTest(
  text: string | undefined,
  file: string,
  request: Request,
  names: Names,
): string {
  const begin = `import { describe, expect, test } from 'vitest';
import { newOrganization } from '${up(file, 1)}support/organizations.ts';
`;
  return `${text ?? begin}${testOf(request, names)}`;
}
