import { escaped } from './assets/highlight.js';
import { noUsers } from '../../src/http/docs-variables.ts';
import type { Guide } from './guides.ts';
import { htmlOf } from './html.ts';
import { tagPath, tagTitle, eventPath, guidePath, operationPath } from './paths.ts';
import type { Operation, Reference } from './reference.ts';

/** What all pages have in common. */
export interface Frame {
  readonly reference: Reference;
  readonly guides: readonly Guide[];
  /** The addresses of the files that pages load, by their names. */
  readonly asset: (name: string) => string;
}

export interface Page {
  readonly path: string;
  readonly title: string;
  /** Markdown. */
  readonly text: string;
  /** HTML beside the text, and below it. */
  readonly side?: string;
  readonly extra?: string;
  /** Whether the items of its lists have anchors: `change-1`, `change-2`. */
  readonly hasNumberedItems?: boolean;
  /** The tag whose operations the sidebar shows. */
  readonly tag?: string;
}

/** The whole document around a page's content. Every page works without scripts, except search and trying. */
export const layout = (frame: Frame, page: Page): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(page.title)} · ${escaped(frame.reference.title)}</title>
<link rel="icon" type="image/svg+xml" href="${frame.asset('favicon.svg')}">
<link rel="alternate" type="application/atom+xml" title="Changes" href="/docs/changelog.atom">
<link rel="stylesheet" href="${frame.asset('style.css')}">
<script src="${frame.asset('theme.js')}"></script>
<script type="module" src="${frame.asset('page.js')}"></script>
</head>
<body data-search="${frame.asset('search.json')}" ${noUsers}>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<a class="menu" href="#nav">Menu</a>
<a class="brand" href="/docs"><img src="${frame.asset('favicon.svg')}" alt="" width="22" height="22"> ${escaped(frame.reference.title)} <small>${escaped(frame.reference.version)}</small></a>
<button type="button" id="open-search" hidden aria-keyshortcuts="/ Control+K">Search <kbd>/</kbd></button>
<button type="button" id="theme" hidden>Dark</button>
</header>
<div class="frame">
<main id="main" tabindex="-1">
${article(frame, page)}
<footer class="quiet agents">For language models: <a href="/llms.txt">llms.txt</a> is the index of all pages in Markdown.</footer>
</main>
${sidebar(frame, page)}
</div>
</body>
</html>
`;

/** What the attribute `data-markdown-ignore` is on is for people alone: the page in Markdown does not have it. */
function article({ reference: { operations } }: Frame, page: Page): string {
  const { path, tag, text, side, extra = '', hasNumberedItems } = page;
  const html = htmlOf(text, { operations, path, hasSide: side !== undefined, hasNumberedItems });
  const crumb =
    tag === undefined || path === tagPath(tag)
      ? ''
      : `<p class="crumb" data-markdown-ignore><a href="${tagPath(tag)}">${tagTitle(tag)}</a></p>\n`;
  if (side === undefined) return `<article class="prose">${crumb}${html}${extra}</article>`;
  return `<article class="columns">
<div class="text">${crumb}<p class="jump" data-markdown-ignore><a href="#beside">Samples and examples</a></p>
${html}</div>
<div class="side" id="beside" data-markdown-ignore>${side}</div>
</article>`;
}

/** Only the operations of the page's tag: all of them would be half of a page. */
function sidebar({ reference: { groups, tags, events }, guides }: Frame, page: Page): string {
  const link = (path: string, html: string, within = ''): string =>
    `<li><a href="${path}"${path === page.path ? ' aria-current="page"' : ''}>${html}</a>${within}</li>`;
  const group = (name: string, links: readonly string[]): string =>
    link(
      tagPath(name),
      `${tagTitle(name)} <small>${links.length}</small>`,
      name === page.tag ? `<ul>\n${links.join('\n')}\n</ul>` : '',
    );
  const operation = ({ id, method, summary }: Operation): string =>
    link(
      operationPath(id),
      `<b class="method ${method.toLowerCase()}">${method === 'DELETE' ? 'DEL' : method}</b> <span>${escaped(summary)}</span>`,
    );
  const linksOf = (tag: string): string[] =>
    tag === 'webhook-events'
      ? [...events.keys()].map((name) => link(eventPath(name), `<code>${escaped(name)}</code>`))
      : (tags.find(({ name }) => name === tag)?.operations ?? []).map(operation);
  return `<nav id="nav" aria-label="Reference">
<a class="close" href="#main">Close</a>
<ul>
${link('/docs', 'Overview')}
${link('/docs/operations', 'All operations')}
${link('/docs/rules', 'Rules of all operations')}
${link('/docs/changelog', 'Changelog')}
${link('/problems', 'Problem codes')}
${link('/docs/diagrams', 'Diagrams')}
</ul>
${groups.map((each) => `<h2>${escaped(each.name)}</h2>\n<ul>\n${[...guides.filter(({ name }) => each.guides.includes(name)).map(({ name, title }) => link(guidePath(name), escaped(title))), ...each.tags.map((tag) => group(tag, linksOf(tag)))].join('\n')}\n</ul>`).join('\n')}
</nav>`;
}
