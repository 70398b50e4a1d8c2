import type { RendererObject } from 'marked';
import { escaped, highlighted } from './assets/highlight.js';
import { figure } from './figure.ts';
import { operationPath } from './paths.ts';
import type { Reference } from './reference.ts';

/** Where the contract and its parts are served. */
const contractPath = /^\/api\/v1\/openapi(-\w+)?\.(json|yaml)$/;

/** How the parts of a page's Markdown look: its text is our own, so HTML in it is shown, not interpreted. */
export function rendererOf(operations: Reference['operations'], path: string): RendererObject {
  let inLink = false;
  return {
    heading({ tokens, depth, text }) {
      const html = this.parser.parseInline(tokens);
      if (depth === 1) return `<h1>${html}</h1>\n`;
      const id = anchorOf(text);
      return `<h${depth} id="${id}">${html} <a class="anchor" href="#${id}" aria-label="Link to this section"></a></h${depth}>\n`;
    },
    link({ href, tokens }) {
      inLink = true;
      const html = this.parser.parseInline(tokens);
      inLink = false;
      return `<a href="${escaped(addressOf(href))}">${html}</a>`;
    },
    codespan({ text }) {
      const [, method, rest = ''] = /^([A-Z]+)( \/.*)$/.exec(text) ?? [];
      if (method !== undefined)
        return `<code><b class="method ${method.toLowerCase()}">${method}</b>${escaped(rest)}</code>`;
      const html = `<code>${escaped(text)}</code>`;
      // In Markdown these are no links: what follows them there expects pages.
      if (!inLink && contractPath.test(text)) return `<a href="${text}">${html}</a>`;
      return !inLink && operations.has(text) && operationPath(text) !== path
        ? `<a href="${operationPath(text)}">${html}</a>`
        : html;
    },
    // A diagram, by its name, below a heading.
    image: ({ href }) => figure(href, { hasCaption: false }),
    code: ({ text, lang }) => codeBlock(text, lang ?? ''),
    table(token) {
      const row = (cells: typeof token.header, tag: string): string =>
        `<tr>${cells.map(({ text, tokens }) => (text === '' ? '<td></td>' : `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`)).join('')}</tr>`;
      const rows = token.rows.map((cells) => row(cells, 'td')).join('\n');
      // Scrolls by itself on a narrow screen, so that the page does not.
      return `<div class="wide" tabindex="0" role="group" aria-label="Table"><table><thead>${row(token.header, 'th')}</thead>\n<tbody>${rows}</tbody></table></div>`;
    },
    html: ({ text }) => escaped(text),
  };
}

/** The page of a Markdown file. */
const addressOf = (href: string): string =>
  /^\/(?:docs|problems)/.test(href) ? href.replace(/\.md(?=$|#)/, '') : href;

export const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(/\s+/g, '-');

/** A block that scrolls by itself, by keyboard too; the page adds a button that copies it. */
export const codeBlock = (text: string, language: string): string =>
  `<pre class="code" tabindex="0" data-language="${escaped(language)}"><code>${highlighted(text, language)}</code></pre>`;
