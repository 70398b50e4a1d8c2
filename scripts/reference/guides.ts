import { existsSync, readFileSync } from 'node:fs';

export interface Guide {
  readonly name: string;
  readonly title: string;
  /** Markdown, with its title as the first heading. */
  readonly text: string;
}

/** In the order in which somebody new reads them. */
const names = [
  'first-call',
  'campaigns',
  'contacts',
  'runtimes',
  'voice-agents',
  'simulated-calls',
  'transfers',
  'tools',
  'tool-approvals',
  'approvals-for-agents',
  'agents',
  'webhooks',
  'streams',
  'people',
  'recordings',
  'privacy',
  'errors',
  'limits',
  'quotas',
  'versioning',
  'additions',
];

const folder = new URL('../../openapi/guides/', import.meta.url);

export const readGuides = (): Guide[] =>
  names
    .map((name) => ({ name, file: new URL(`${name}.md`, folder) }))
    .filter(({ file }) => existsSync(file))
    .map(({ name, file }) => {
      const text = readFileSync(file, 'utf8');
      return { name, text, title: /^# (.+)$/m.exec(text)?.[1] ?? name };
    });
