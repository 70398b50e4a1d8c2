import { escaped } from './html.ts';
import { noUsers } from '../../src/http/docs-users.ts';
import type { Guide } from './guides.ts';
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
  readonly content: string;
  /** The area whose operations the sidebar shows unfolded. */
  readonly area?: string;
}

export const operationPath = (id: string): string => `/docs/operations/${id}`;
export const eventPath = (name: string): string => `/docs/events/${name}`;
export const guidePath = (name: string): string => `/docs/guides/${name}`;
export const areaPath = (name: string): string => `/docs/areas/${name}`;
export const problemPath = (code: string): string => `/problems/${code}`;

export const badge = (method: string): string =>
  `<span class="method ${method.toLowerCase()}">${method === 'DELETE' ? 'DEL' : method}</span>`;

/** Operations as links, one a line. */
export const list = (operations: readonly Operation[]): string =>
  `<ul class="operations">${operations.map(({ id, method, path, summary }) => `<li><a href="${operationPath(id)}">${badge(method)} <span>${escaped(summary)}</span> <code>${escaped(path)}</code></a></li>`).join('\n')}</ul>`;

/** A heading links to itself, and the id of an operation to its page unless it is within a link already. */
function linked(
  content: string,
  { path, operations }: { path: string } & Pick<Reference, 'operations'>,
) {
  return content
    .replaceAll(
      /<(h[23]) id="([^"]+)">(.*?)<\/\1>/g,
      (_, tag: string, id: string, html: string) =>
        `<${tag} id="${id}">${html} <a class="anchor" href="#${id}" aria-label="Link to this section">#</a></${tag}>`,
    )
    .replaceAll(
      /<(a|pre|summary|h1)\b.*?<\/\1>|<code>(\w+)<\/code>/gs,
      (whole, _, id: string | undefined) =>
        id !== undefined && operations.has(id) && operationPath(id) !== path
          ? `<a href="${operationPath(id)}">${whole}</a>`
          : whole,
    );
}

/** The whole document around a page's content. Every page works without scripts, except search and trying. */
export const layout = (frame: Frame, page: Page): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(page.title)} · ${escaped(frame.reference.title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${frame.asset('style.css')}">
<script src="${frame.asset('theme.js')}"></script>
<script type="module" src="${frame.asset('page.js')}"></script>
</head>
<body data-search="${frame.asset('search.json')}" ${noUsers}>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<a class="menu" href="#nav">Menu</a>
<a class="brand" href="/docs">${escaped(frame.reference.title)} <small>${escaped(frame.reference.version)}</small></a>
<button type="button" id="open-search" hidden aria-keyshortcuts="/ Control+K">Search <kbd>/</kbd></button>
<button type="button" id="theme" hidden>Dark</button>
</header>
<div class="frame">
${sidebar(frame, page)}
<main id="main" tabindex="-1">
<p class="quiet agents">For language models: <a href="/llms.txt">llms.txt</a> is the index of all pages in Markdown.</p>
${linked(page.content, { path: page.path, operations: frame.reference.operations })}
</main>
</div>
</body>
</html>
`;

function sidebar({ reference, guides }: Frame, page: Page): string {
  const link = (path: string, html: string): string =>
    `<li><a href="${path}"${path === page.path ? ' aria-current="page"' : ''}>${html}</a></li>`;
  const operation = ({ id, method, summary }: Operation): string =>
    link(operationPath(id), `${badge(method)} ${escaped(summary)}`);
  const folded = (name: string, items: string, isOpen: boolean): string =>
    `<details${isOpen ? ' open' : ''}><summary>${escaped(name)}</summary><ul>\n${items}\n</ul></details>`;
  const areas = reference.areas.map(({ name, operations }) =>
    folded(
      `${name} (${operations.length})`,
      [link(areaPath(name), 'Overview'), ...operations.map(operation)].join('\n'),
      name === page.area,
    ),
  );
  const events = [...reference.events].map(([name]) =>
    link(eventPath(name), `<code>${escaped(name)}</code>`),
  );
  return `<nav id="nav" aria-label="Reference">
<a class="close" href="#main">Close</a>
<ul>
${link('/docs', 'Overview')}
${guides.map(({ name, title }) => link(guidePath(name), escaped(title))).join('\n')}
${link('/docs/diagrams', 'Diagrams')}
${link('/problems', 'Problem codes')}
</ul>
<h2>Operations</h2>
${areas.join('\n')}
${folded(`events (${reference.events.size})`, events.join('\n'), page.area === 'events')}
</nav>`;
}
