import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Guide } from './guides.ts';
import type { Page } from './layout.ts';
import { eventText, firstSentence, operationText } from './operation-text.ts';
import { tagPath, tagTitle, eventPath, guidePath, operationPath, problemPath } from './paths.ts';
import type { Operation, Reference } from './reference.ts';
import { eventSide, operationSide } from './side.ts';

/** All pages. */
export function pagesOf(reference: Reference, guides: readonly Guide[]): Page[] {
  const { tags, operations, events, problems } = reference;
  return [
    overview(reference, guides),
    { path: '/docs/diagrams', title: 'Diagrams', ...diagrams() },
    ...guides.map(({ name, title, text }) => ({ path: guidePath(name), title, text })),
    ...tags.map(({ name, description, operations: all }) => ({
      path: tagPath(name),
      title: tagTitle(name),
      tag: name,
      text: `# ${tagTitle(name)}\n\n${description}\n\n${list(all)}\n`,
    })),
    {
      path: tagPath('webhook-events'),
      title: tagTitle('webhook-events'),
      tag: 'webhook-events',
      text: `# ${tagTitle('webhook-events')}\n\n${eventList(events)}\n`,
    },
    ...[...operations.values()].map((operation) => ({
      path: operationPath(operation.id),
      title: `${operation.summary} (${operation.id})`,
      tag: operation.tag,
      text: operationText(operation, reference),
      side: operationSide(operation, reference),
    })),
    ...[...events].map(([name, event]) => ({
      path: eventPath(name),
      title: name,
      tag: 'webhook-events',
      text: eventText(name, event, reference),
      side: eventSide(event),
    })),
    problemList(problems),
    ...[...problems.keys()].map((code) => problemPage(code, reference)),
    missing,
  ];
}

/** Operations as links, one a line. */
const list = (operations: readonly Operation[]): string =>
  operations
    .map(
      ({ id, method, path, summary }) =>
        `- [${summary}](${operationPath(id)}.md): \`${method} ${path}\``,
    )
    .join('\n');

const eventList = (events: Reference['events']): string =>
  [
    'What this service sends; the contract has them under `webhooks`.\n',
    ...[...events].map(
      ([name, { summary }]) => `- [${summary}](${eventPath(name)}.md): \`${name}\``,
    ),
  ].join('\n');

/** The index of all pages, in the form of https://llmstxt.org. */
function overview(reference: Reference, guides: readonly Guide[]): Page {
  const { title, description, tags, events } = reference;
  const [summary = ''] = description.trim().split('\n\n');
  const intro = (text: string): string => firstSentence(text.split('\n\n')[1] ?? '');
  const text = [
    `# ${title}`,
    `> ${summary.replaceAll('\n', ' ')}`,
    '## Guides',
    guides
      .map(
        ({ name, title: text, text: guide }) =>
          `- [${text}](${guidePath(name)}.md): ${intro(guide)}`,
      )
      .join('\n'),
    '## Contract',
    [
      // No links: what follows them expects pages.
      '- OpenAPI as JSON, `/api/v1/openapi.json`: The whole contract, with the operations of operators, carriers and tests.',
      '- OpenAPI as YAML, `/api/v1/openapi.yaml`: The same document.',
      '- OpenAPI for generators of clients, `/api/v1/openapi-client.json`: The operations of clients, in a form that all of them read.',
      '- [Problem codes](/problems.md): Every error code, what happened and what to do.',
    ].join('\n'),
    '## Rules',
    description.trim().slice(summary.length).trim(),
    ...tags.flatMap((tag) => [`## ${tagTitle(tag.name)}`, tag.description, list(tag.operations)]),
    `## ${tagTitle('webhook-events')}`,
    eventList(events),
  ];
  return { path: '/docs', title: 'Overview', text: `${text.join('\n\n')}\n` };
}

/** Sent in place of a page that does not exist. No address leads to it. */
const missing: Page = {
  path: '/missing',
  title: 'Page not found',
  text: '# Page not found\n\nThere is no page at this address. Use the search at the top, or choose a page: [overview](/docs), [problem codes](/problems).\n',
};

/** The page of a problem, at the URL in its `type`. */
function problemPage(code: string, { problems, operations }: Reference): Page {
  const { title = code, status, happened, action, detail } = problems.get(code) ?? {};
  const all = [...operations.values()];
  const answering = all.filter(({ failures }) =>
    failures.some(({ codes }) => codes.includes(code)),
  );
  const text = [
    `# ${title}`,
    `\`${code}\`, status ${status}, one of the [problem codes](/problems.md)`,
    `## What happened\n\n${happened}`,
    `## What to do\n\n${action}`,
    `## Example of its \`detail\`\n\n${detail}`,
    '## Operations that respond with it',
    answering.length === all.length ? 'All.' : list(answering),
  ];
  return { path: problemPath(code), title, text: `${text.join('\n\n')}\n` };
}

function problemList(problems: Reference['problems']): Page {
  const rows = [...problems].map(
    ([code, { status, happened }]) =>
      `- [\`${code}\`](${problemPath(code)}.md) (${status}): ${happened.replaceAll('\n', ' ')}`,
  );
  const text = `# Problem codes

Every error is a problem with a stable \`code\`, except 422, which lists what is wrong with the request. See [Errors and limits](${guidePath('errors')}.md).

${rows.join('\n')}
`;
  return { path: '/problems', title: 'Problem codes', text };
}

const folder = new URL('../../generated/diagrams/', import.meta.url);

/** The diagrams are drawings: their Markdown is the title of each. */
function diagrams(): { text: string; extra: string } {
  const names = existsSync(folder)
    ? readdirSync(folder).filter((name) => name.endsWith('.svg'))
    : [];
  const figures = names.map((name) => {
    // The policy of the pages allows no style within them; their style sheet says the same, and follows the theme.
    const svg = readFileSync(new URL(name, folder), 'utf8').replaceAll(
      / style="[^"]*"|<style>.*?<\/style>/gs,
      '',
    );
    const title = /<title[^>]*>([^<]+)/.exec(svg)?.[1] ?? '';
    return `<figure id="${name.replace('.svg', '')}"><figcaption>${title}</figcaption><div class="wide" tabindex="0" role="group" aria-label="Diagram">${svg}</div></figure>`;
  });
  return {
    text: '# Diagrams\n\nThe states of resources and the operations that change them. The diagrams are generated from the rules that the server uses.\n',
    extra: figures.join('\n'),
  };
}
