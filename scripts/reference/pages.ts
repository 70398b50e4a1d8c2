import { changelogPages, type Release, withChanges } from './changelog.ts';
import { diagramNames, figure } from './figure.ts';
import type { Guide } from './guides.ts';
import type { Page } from './layout.ts';
import { eventText, operationText } from './operation-text.ts';
import { tagPath, tagTitle, eventPath, guidePath, operationPath, problemPath } from './paths.ts';
import { byStatus, type Reference } from './reference.ts';
import { eventSide, operationSide } from './side.ts';
import { eventList, list, operationsPage, rulesPage, startPage } from './start.ts';

/** All pages. */
export function pagesOf(
  reference: Reference,
  guides: readonly Guide[],
  releases: readonly Release[],
): Page[] {
  const { tags, operations, events, problems } = reference;
  return [
    startPage(reference, guides),
    operationsPage(reference),
    rulesPage(reference),
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
      text: withChanges(operationText(operation, reference), operation.id, releases),
      side: operationSide(operation, reference),
    })),
    ...[...events].map(([name, event]) => ({
      path: eventPath(name),
      title: name,
      tag: 'webhook-events',
      text: eventText(name, event, reference),
      side: eventSide(event),
    })),
    ...changelogPages(releases, operations),
    problemList(problems),
    ...[...problems.keys()].map((code) => problemPage(code, reference)),
    missing,
  ];
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
  const sorted = [...problems].toSorted(([, a], [, b]) => byStatus(a, b));
  const rows = sorted.map(
    ([code, { status, happened }]) =>
      `- [\`${code}\`](${problemPath(code)}.md) (${status}): ${happened.replaceAll('\n', ' ')}`,
  );
  const text = `# Problem codes

Every error is a problem with a stable \`code\`, except 422, which lists what is wrong with the request. See [Errors and limits](${guidePath('errors')}.md).

${rows.join('\n')}
`;
  return { path: '/problems', title: 'Problem codes', text };
}

/** The diagrams are drawings: their Markdown is the title of each. */
const diagrams = (): { text: string; extra: string } => ({
  text: '# Diagrams\n\nHow a call travels, the states of resources, and the operations that change them. All but the first are generated from the rules that the server uses.\n',
  extra: diagramNames()
    .map((name) => figure(name, { hasCaption: true }))
    .join('\n'),
});
