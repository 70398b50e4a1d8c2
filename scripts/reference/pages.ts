import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { escaped } from './html.ts';
import {
  areaPath,
  eventPath,
  type Frame,
  guidePath,
  layout,
  list,
  operationPath,
  type Page,
} from './layout.ts';
import { inline, markdown } from './markdown.ts';
import { eventPage, operationPage } from './operation-page.ts';
import { problemPage, problemsPage } from './problem-pages.ts';

/** All pages by their path. */
export function pagesOf(frame: Frame): ReadonlyMap<string, string> {
  const { reference, guides } = frame;
  const pages: Page[] = [
    overview(frame),
    diagramsPage(),
    missing,
    ...guides.map(({ name, title, text }) => ({
      path: guidePath(name),
      title,
      content: `<article class="prose">${markdown(text)}</article>`,
    })),
    ...reference.areas.map(({ name, description, operations }) => ({
      path: areaPath(name),
      title: name,
      area: name,
      content: `<article><h1>${escaped(name)}</h1><p>${escaped(description)}</p>${list(operations)}</article>`,
    })),
    ...[...reference.operations].map(([id, operation]) =>
      operationPage(operation, reference, operationPath(id)),
    ),
    problemsPage(reference.problems),
    ...[...reference.problems].map(([code, problem]) => problemPage(code, problem, reference)),
    ...[...reference.events].map(([name, event]) =>
      eventPage(name, event, reference, eventPath(name)),
    ),
  ];
  return new Map(pages.map((page) => [page.path, layout(frame, page)]));
}

/** Sent in place of a page that does not exist. No address leads to it. */
const missing: Page = {
  path: '/missing',
  title: 'Page not found',
  content: `<article class="prose"><h1>Page not found</h1>
<p>There is no page at this address. Search with <kbd>/</kbd>, or choose a page: <a href="/docs">overview</a>, <a href="/problems">problem codes</a>.</p></article>`,
};

function overview({ reference, guides }: Frame): Page {
  const cards = guides.map(
    ({ name, title, text }) =>
      `<li><a href="${guidePath(name)}"><strong>${escaped(title)}</strong><span>${inline(firstSentence(text))}</span></a></li>`,
  );
  const areas = reference.areas.map(
    ({ name, description, operations }) =>
      `<li><a href="${areaPath(name)}"><strong>${escaped(name)}</strong><span>${escaped(description)} ${operations.length} operations.</span></a></li>`,
  );
  const content = `<article class="prose">
<h1>${escaped(reference.title)}</h1>
<p>The contract: <a href="/api/v1/openapi.json">JSON</a>, <a href="/api/v1/openapi.yaml">YAML</a>. For language models: <a href="/llms.txt">an index of Markdown pages</a>.</p>
<ul class="cards">${cards.join('\n')}</ul>
<h2>Operations</h2>
<ul class="cards">${areas.join('\n')}</ul>
<h2 id="rules">Rules for all operations</h2>
${markdown(reference.description)}
</article>`;
  return { path: '/docs', title: 'Overview', content };
}

const firstSentence = (text: string): string =>
  /^[A-Z][^#]*?[.:](?=\s)/m.exec(text.replace(/^# .+$/m, ''))?.[0].replaceAll('\n', ' ') ?? '';

const diagrams = new URL('../../generated/diagrams/', import.meta.url);

const diagramNames = (): string[] =>
  existsSync(diagrams) ? readdirSync(diagrams).filter((name) => name.endsWith('.svg')) : [];

function diagramsPage(): Page {
  const figures = diagramNames().map((name) => {
    // The policy of the pages allows no style within them; their style sheet says the same, and follows the theme.
    const svg = readFileSync(new URL(name, diagrams), 'utf8').replaceAll(
      / style="[^"]*"|<style>.*?<\/style>/gs,
      '',
    );
    const title = /<title[^>]*>([^<]+)/.exec(svg)?.[1] ?? '';
    return `<figure id="${name.replace('.svg', '')}"><figcaption>${title}</figcaption><div class="wide" tabindex="0" role="group" aria-label="Diagram">${svg}</div></figure>`;
  });
  const content = `<article class="prose"><h1>Diagrams</h1>
<p>The states of things, and what changes them, drawn from the rules that the server works by.</p>
${figures.join('\n')}</article>`;
  return { path: '/docs/diagrams', title: 'Diagrams', content };
}
