import { escaped } from './assets/highlight.js';
import { codeBlock } from './markdown.ts';
import type { Media, Operation, Reference, Response } from './reference.ts';
import { samplesView, tryView } from './try-view.ts';

/** What stands beside the text of an operation: how to call it, a form that does, and the response of each status. */
export const operationSide = (operation: Operation, reference: Reference): string =>
  `<h2 id="samples">Call it</h2>
${samplesView(operation, reference)}
${tryView(operation, reference)}
<h2 id="examples">Examples of responses</h2>
${[...operation.successes, ...operation.failures].map(responseView).join('\n')}`;

export const eventSide = ({ body }: Operation): string =>
  `<h2 id="examples">Example</h2>
${(body?.media ?? []).map((media) => exampleView(media)).join('')}`;

/** Of a success all examples, of a failure the first. */
function responseView({ status, media }: Response, index: number): string {
  const shown =
    status < '400'
      ? media
      : media.map((each) => ({ ...each, examples: each.examples.slice(0, 1) }));
  return shown.map((each) => exampleView(each, status, index === 0)).join('');
}

const exampleView = ({ type, examples }: Media, status?: string, isOpen = true): string =>
  examples
    .map(({ name, value }, index) => {
      const isText = typeof value === 'string';
      const text = isText ? value : JSON.stringify(value, null, 2);
      return `<details${isOpen && index === 0 ? ' open' : ''}><summary>${status === undefined ? '' : `<b>${status}</b> `}${escaped(name === 'Example' ? unnamed(type, status) : name)}</summary>${codeBlock(text, isText ? '' : 'json')}</details>`;
    })
    .join('');

/** What an example without a summary is called. */
function unnamed(type: string, status: string | undefined): string {
  if (type !== 'application/json') return type;
  return status === '422' ? 'Validation errors' : 'Example';
}
