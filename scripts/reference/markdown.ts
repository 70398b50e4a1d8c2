import { Marked } from 'marked';
import { escaped } from './html.ts';

/** The guides and the contract's descriptions are our own text; HTML in it is shown, not interpreted. */
const marked = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      const id = anchorOf(text);
      return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    code: ({ text, lang }) => codeBlock(text, lang ?? ''),
    table(token) {
      const row = (cells: typeof token.header, tag: string): string =>
        `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`;
      const rows = token.rows.map((cells) => row(cells, 'td')).join('\n');
      return wideTable(`<thead>${row(token.header, 'th')}</thead>\n<tbody>${rows}</tbody>`);
    },
    html: ({ text }) => escaped(text),
  },
});

export const markdown = (text: string): string => marked.parse(text, { async: false });

/** Text of a line or a cell, without a paragraph around it. */
export const inline = (text: string): string => marked.parseInline(text, { async: false });

export const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(/\s+/g, '-');

/** Scrolls by itself on a narrow screen, so that the page does not. */
export const wideTable = (rows: string): string =>
  `<div class="wide" tabindex="0" role="group" aria-label="Table"><table>${rows}</table></div>`;

/** A block that scrolls by itself, by keyboard too; the page adds a button that copies it. */
export const codeBlock = (text: string, language: string): string =>
  `<pre class="code" tabindex="0" data-language="${escaped(language)}"><code>${language === 'json' ? highlighted(text) : escaped(text)}</code></pre>`;

const tokens = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null|-?\d+(?:\.\d+)?)\b/g;

/** JSON with its names, texts and other values marked. */
export const highlighted = (json: string): string => {
  let html = '';
  let end = 0;
  for (const match of json.matchAll(tokens)) {
    const [whole, text, colon, value] = match;
    html += escaped(json.slice(end, match.index));
    html +=
      text === undefined
        ? `<i class="v">${value ?? ''}</i>`
        : `<i class="${colon === undefined ? 's' : 'k'}">${escaped(text)}</i>${colon ?? ''}`;
    end = match.index + whole.length;
  }
  return html + escaped(json.slice(end));
};
