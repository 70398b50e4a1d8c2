import type { Guide } from './guides.ts';
import type { Published } from './published.ts';

/** The index of all pages in Markdown, in the form of https://llmstxt.org. */
export function indexPage(published: Published, guides: readonly Guide[]): string {
  const operations = [...published.operations.values()];
  const areas = published.areas
    .map(({ name, description }) => ({
      title: `## Operations: ${name}`,
      description,
      rows: operations
        .filter(({ area }) => area === name)
        .map(
          ({ operationId, summary, method, path }) =>
            `- [${summary}](/docs/operations/${operationId}.md): \`${method} ${path}\``,
        ),
    }))
    .filter(({ rows }) => rows.length > 0);
  const [summary = ''] = published.description.trim().split('\n\n');
  const parts = [
    `# ${published.title}`,
    `> ${summary.replaceAll('\n', ' ')}`,
    published.description.trim().slice(summary.length).trim(),
    '## Guides',
    guides.map(({ name, title }) => `- [${title}](/guides/${name}.md)`).join('\n'),
    '## Contract',
    [
      '- [OpenAPI 3.1 as JSON](/api/v1/openapi.json): the whole contract; [as YAML](/api/v1/openapi.yaml)',
      '- [Problems](/problems): every error code, what happened and what to do',
      '- [Reference](/docs): for people',
    ].join('\n'),
    ...areas.flatMap(({ title, description, rows }) => [title, description, rows.join('\n')]),
    '## Events',
    'What this service sends; the contract has them under `webhooks`.',
    [...published.events.values()]
      .map((event) => `- [${event.summary}](/docs/events/${event.name}.md): \`${event.name}\``)
      .join('\n'),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}
