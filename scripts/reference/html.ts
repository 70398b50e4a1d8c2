import { Marked, type Token, type Tokens } from 'marked';
import { escaped } from './assets/highlight.js';
import { anchorOf, rendererOf } from './markdown.ts';
import type { Reference } from './reference.ts';

interface Shown extends Pick<Reference, 'operations'> {
  readonly path: string;
  /** Whether examples stand beside the text, with all the others. */
  readonly hasSide: boolean;
  /** Whether the items of lists have anchors: `change-1`, `change-2`. */
  readonly hasNumberedItems?: boolean | undefined;
}

/** A page's Markdown as HTML. The sections of schemas are folded into the first line that leads to each. */
export function htmlOf(
  text: string,
  { operations, path, hasSide, hasNumberedItems = false }: Shown,
): string {
  const renderer = rendererOf(operations, path);
  const shown = new Set<string>();
  /** Where members have their anchors: `body.phone_number`. Nowhere outside parameters, bodies and responses. */
  let place: string | undefined;
  let bodies = 0;
  let items = 0;
  /** Whether what is within the members of this list is shown without a click. */
  let isOpen = false;
  const marked = new Marked({
    renderer: {
      ...renderer,
      heading(token) {
        if (token.depth < 3) place = placeOf(token.text);
        return renderer.heading?.call(this, token) ?? '';
      },
      link({ href, tokens }) {
        return href.startsWith('#') && sections.has(href.slice(1))
          ? `<a href="#schema.${href.slice(1)}">${this.parser.parseInline(tokens)}</a>`
          : (renderer.link?.call(this, { href, tokens } as Tokens.Link) ?? '');
      },
      code: ({ text: code, lang }) =>
        hasSide && place !== undefined
          ? ''
          : (renderer.code?.call(undefined as never, { text: code, lang } as Tokens.Code) ?? ''),
      paragraph({ tokens }) {
        return `<p>${this.parser.parseInline(tokens)}</p>\n${sectionsOf(tokens)}`;
      },
      list({ items, ordered }) {
        const tag = ordered ? 'ol' : 'ul';
        const kind = place === undefined ? kindOf(items) : 'members';
        const outer = isOpen;
        isOpen = place !== undefined && !place.includes('.') && items.length <= mostOpen;
        const html = items.map((item) => this.listitem(item)).join('');
        isOpen = outer;
        // The colon is in a place of its own, since only texts need it.
        const lines = kind === 'members' ? html : html.replaceAll('</a>: ', '</a><span>: </span>');
        return kind === undefined
          ? `<${tag}>${html}</${tag}>\n`
          : `<${tag} class="${kind}">${lines}</${tag}>\n`;
      },
      listitem({ tokens }) {
        if (place !== undefined) return member(tokens, place);
        items += 1;
        const id = hasNumberedItems ? ` id="change-${items}"` : '';
        return `<li${id}>${this.parser.parse(tokens)}</li>\n`;
      },
    },
  });
  const { lead, sections } = partsOf(marked.lexer(text));
  return marked.parser(lead);

  function placeOf(title: string): string | undefined {
    if (title === 'Parameters') return 'parameter';
    if (title.startsWith('Response: ')) return title.replace('Response: ', 'response');
    if (!title.startsWith('Body: ')) return undefined;
    bodies += 1;
    return bodies === 1 ? 'body' : `body${bodies}`;
  }

  /** A member by its name, or a branch of a union. What is within is folded, unless the body has few members. */
  function member([line, ...others]: Token[], outer: string): string {
    const tokens = (line as Tokens.Text | undefined)?.tokens ?? [];
    const name = tokens[0]?.type === 'codespan' ? (tokens[0] as Tokens.Codespan).text : undefined;
    place = undefined;
    const text = marked.parser([line, ...others.filter(({ type }) => type !== 'list')] as Token[]);
    place = name === undefined ? outer : `${outer}.${name}`;
    const lists = marked.parser(others.filter(({ type }) => type === 'list'));
    const nested =
      sectionsOf(tokens, name) +
      (lists === '' ? '' : folded(`Members of ${name}`, lists, { isOpen }));
    const id = place;
    place = outer;
    if (name === undefined) return `<li>${text}${nested}</li>\n`;
    const linked = `<code class="name"><a href="#${escaped(id)}">${escaped(name)}</a></code>`;
    return `<li id="${escaped(id)}">${text.replace(`<code>${escaped(name)}</code>`, () => linked)}${nested}</li>\n`;
  }

  /** The sections that a line leads to and that are not in the page yet; not folded if the line is all there is of a body. */
  function sectionsOf(line: readonly Token[], name?: string): string {
    const outer = place;
    if (outer === undefined) return '';
    const found = linksIn(line).filter(({ href }) => sections.has(href.slice(1)));
    const html = found.map(({ href, text: title }) => {
      const key = href.slice(1);
      if (shown.has(key)) return '';
      shown.add(key);
      const isWhole = !outer.includes('.') && name === undefined && line[0]?.type === 'text';
      place = isWhole || (name !== undefined && found.length === 1) ? outer : `${outer}.${key}`;
      const content = marked.parser(sections.get(key) ?? []);
      place = outer;
      return isWhole
        ? `<div id="schema.${key}">${content}</div>`
        : folded(name === undefined || found.length > 1 ? title : `Members of ${name}`, content, {
            key,
            isOpen,
          });
    });
    return html.join('');
  }
}

/** The page without its sections of schemas, and these by their anchors. */
function partsOf(tokens: Token[]): { lead: Token[]; sections: ReadonlyMap<string, Token[]> } {
  const isHeading = (token: Token, depth: number): token is Tokens.Heading =>
    token.type === 'heading' && token['depth'] === depth;
  const start = tokens.findIndex((token) => isHeading(token, 2) && token.text === 'Schemas');
  const sections = new Map<string, Token[]>();
  if (start === -1) return { lead: tokens, sections };
  let section: Token[] = [];
  for (const token of tokens.slice(start + 1))
    if (isHeading(token, 3)) sections.set(anchorOf(token.text), (section = []));
    else section.push(token);
  return { lead: tokens.slice(0, start), sections };
}

/** How a list looks whose lines are links: with a path or an id, or with what the page is about. */
const kindOf = (items: readonly Tokens.ListItem[]): 'operations' | 'cards' | undefined =>
  items.every(({ text }) => /^\[[^`\]]+\]\(\S+\): `[^`]+`$/.test(text))
    ? 'operations'
    : items.every(({ text }) => /^\[[^`\]]+\]\(\S+\): /.test(text))
      ? 'cards'
      : undefined;

const linksIn = (tokens: readonly Token[]): Tokens.Link[] =>
  tokens.flatMap((token) =>
    token.type === 'link'
      ? [token as Tokens.Link]
      : linksIn((token as { tokens?: Token[] }).tokens ?? []),
  );

/** A page of a list has two members, and its reader wants to see the items. */
const mostOpen = 4;

/** The title is for people: it repeats a name of the text. */
const folded = (
  title: string,
  html: string,
  { key, isOpen }: { readonly key?: string; readonly isOpen: boolean },
): string =>
  `<details${key === undefined ? '' : ` id="schema.${key}"`}${isOpen ? ' open' : ''}><summary data-markdown-ignore>${escaped(title)}</summary>${html}</details>`;
