import { exampleAddress } from '../../src/http/docs-variables.ts';
import type { Guide } from './guides.ts';
import type { Page } from './layout.ts';
import { firstSentence } from './operation-text.ts';
import { eventPath, guidePath, operationPath, tagPath, tagTitle } from './paths.ts';
import type { Operation, Reference } from './reference.ts';

const request = `## Send a first request

The base URL is \`${exampleAddress}/api/v1\`. A program sends an API key as \`X-API-Key\`, which a person makes with
[createApiKey](${operationPath('createApiKey')}.md). A person logs in with [logIn](${operationPath('logIn')}.md) and sends the token as
\`Authorization: Bearer\`. These commands log in to a server with demo data (\`make start\`) and place a call on its simulated network:

\`\`\`sh
API=${exampleAddress}/api/v1
show() { node -p "(({ $1, detail }) => detail ?? { $1 })(JSON.parse(fs.readFileSync(0)))"; }
JSON='content-type: application/json'
TOKEN=$(curl -sS "$API/auth/login" -H "$JSON" \\
  -d '{"email":"demo@example.com","password":"demo-password"}' |
  node -p 'JSON.parse(fs.readFileSync(0)).access_token')
curl -sS "$API/telephony/initiate-call" -H "authorization: Bearer $TOKEN" -H "$JSON" \\
  -d '{"workflow_id":3,"telephony_configuration_id":1,"to_number":"+1 202-555-0185"}' |
  show 'id, mode, state, phase, to_number'
\`\`\`

The response is the call's run. \`show\` prints the members that it is given, or the \`detail\` of a refusal:

\`\`\`js
{
  id: 93,
  mode: 'ad_hoc',
  state: 'initialized',
  phase: 'queued',
  to_number: '+12025550185'
}
\`\`\``;

const path = `1. Your program places a call ([initiateCall](${operationPath('initiateCall')}.md)), or a campaign does ([Run a campaign](${guidePath('campaigns')}.md)). The call waits in a queue if its rules allow it ([previewCall](${operationPath('previewCall')}.md)).
2. The platform has your carrier dial: Twilio, Telnyx, or the [simulated network](${guidePath('simulated-calls')}.md).
3. The carrier rings the person, and they speak.
4. Carrier and agent runtime exchange audio ([Voice agents](${guidePath('voice-agents')}.md)).
5. The runtime reads what to say, calls tools and submits turns and the result ([Connect an agent runtime](${guidePath('runtimes')}.md)).
6. Your webhooks receive [call_ended](${eventPath('call_ended')}.md) and other events ([Receive events](${guidePath('webhooks')}.md)).`;

const contract = `## Contract

- \`/api/v1/openapi-client.json\`: for clients. It has the operations of users, keys and operators, in a form that generators of clients read.
- \`/api/v1/openapi-go.json\`: the same for openapi-generator's Go client.
- \`/api/v1/openapi.json\` and \`/api/v1/openapi.yaml\`: the whole contract, with what carriers and tests call.
- [Changelog](/docs/changelog.md): what each release changes, and for whom.
- [Problem codes](/problems.md): every error code, what happened and what to do.`;

const titleAndSummary = ({ title, description }: Reference): string =>
  `# ${title}\n\n> ${partsOf(description).summary.replaceAll('\n', ' ')}`;

/** The first paragraph of the contract's description, and the rules after it. */
function partsOf(description: string): { readonly summary: string; readonly rules: string } {
  const [summary = ''] = description.trim().split('\n\n');
  return { summary, rules: description.trim().slice(summary.length).trim() };
}

/** The guides of each group, and what may follow them. */
const guidesByGroup = (
  { groups }: Reference,
  guides: readonly Guide[],
  after: (tags: readonly string[]) => string,
): string =>
  groups
    .map(({ name: group, guides: names, tags }) => {
      const links = guides
        .filter(({ name }) => names.includes(name))
        .map(({ name, title, text }) => `- [${title}](${guidePath(name)}.md): ${introOf(text)}`);
      return `### ${group}\n\n${links.join('\n')}${after(tags)}`;
    })
    .join('\n\n');

/** The first sentence of a guide, whose links would compete with that to the guide. */
const introOf = (text: string): string =>
  firstSentence(text.split('\n\n')[1] ?? '').replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1');

const tagLinks = (tags: readonly string[]): string =>
  `\n\nOperations: ${tags.map((tag) => `[${tagTitle(tag)}](${tagPath(tag)}.md)`).join(', ')}.`;

/** Where somebody new begins. */
export const startPage = (reference: Reference, guides: readonly Guide[]): Page => ({
  path: '/docs',
  title: 'Overview',
  text: `${[
    titleAndSummary(reference),
    request,
    `## How a call travels\n\n![How a call travels](call-path)\n\n${path}`,
    `## Guides and operations`,
    guidesByGroup(reference, guides, tagLinks),
    contract,
  ].join('\n\n')}\n`,
});

/** The index of all pages, in the form of https://llmstxt.org. */
export const llmsText = (reference: Reference, guides: readonly Guide[]): string =>
  `${[
    titleAndSummary(reference),
    request,
    `## How a call travels\n\n${path}`,
    '## Guides',
    guidesByGroup(reference, guides, () => ''),
    contract,
    `## Rules\n\n${partsOf(reference.description).rules}`,
    operationsByTag(reference),
  ].join('\n\n')}\n`;

/** Every operation and event. */
export const operationsPage = (reference: Reference): Page => ({
  path: '/docs/operations',
  title: 'All operations',
  text: `# All operations\n\n${operationsByTag(reference)}\n`,
});

/** What holds for all operations: each rule is a section. */
export const rulesPage = ({ description }: Reference): Page => ({
  path: '/docs/rules',
  title: 'Rules of all operations',
  text: `# Rules of all operations\n\nWhat holds for every operation. The contract has the same text in its description.\n\n${partsOf(description).rules.replaceAll(/^\*\*(.+?)\.\*\* /gm, '## $1\n\n')}\n`,
});

function operationsByTag({ groups, tags, events }: Reference): string {
  const section = (name: string): string => {
    const tag = tags.find((each) => each.name === name);
    return tag === undefined
      ? `## ${tagTitle(name)}\n\n${eventList(events)}`
      : `## ${tagTitle(name)}\n\n${tag.description}\n\n${list(tag.operations)}`;
  };
  return groups.flatMap((group) => group.tags.map(section)).join('\n\n');
}

/** Operations as links, one a line. */
export const list = (operations: readonly Operation[]): string =>
  operations
    .map(
      ({ id, method, path: address, summary }) =>
        `- [${summary}](${operationPath(id)}.md): \`${method} ${address}\``,
    )
    .join('\n');

export const eventList = (events: Reference['events']): string =>
  [
    'What this service sends; the contract has them under `webhooks`.\n',
    ...[...events].map(
      ([name, { summary }]) => `- [${summary}](${eventPath(name)}.md): \`${name}\``,
    ),
  ].join('\n');
