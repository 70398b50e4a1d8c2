import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const read = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** Constants of limits in the code of areas that decides about requests; `limits-guide.test.ts` has those of bodies and lists. */
const constants: ReadonlyMap<string, number> = new Map(
  globSync('src/*/**/{rules,*-rules,capacity,handlers,actions,*queries,breaker,reading}.ts')
    .filter((path) => !/^src\/(http|mcp|time|db|campaigns\/sources)\//.test(path))
    .flatMap((path) =>
      [...read(path).matchAll(/^(?:export )?const (max\w+) = ([\d_* ]+);$/gm)].map(
        ([, name = '', value = '']) =>
          [
            `${path.replace(/^src\/|\.ts$/g, '')} ${name}`,
            value
              .replaceAll('_', '')
              .split('*')
              .reduce((product, factor) => product * Number(factor), 1),
          ] as const,
      ),
    ),
);

/** Where the contract says a limit, with `{}` for the number, and how many of the constant's units are one there. */
const said: Readonly<Record<string, readonly [file: string, sentence: string, unit?: number]>> = {
  'agent/prompt-rules maxHistory': ['guides/voice-agents.md', '{} characters of the conversation'],
  'agent/prompt-rules maxPrompt': ['guides/voice-agents.md', '{} of prompts and instructions'],
  'agent/prompt-rules maxVariables': ['guides/voice-agents.md', '{} of variables'],
  'agent/prompt-rules maxResult': ['guides/voice-agents.md', "first {} of a tool's result"],
  'agent/prompt-rules maxRepetitions': ['guides/voice-agents.md', 'same part {} times in a row'],
  'approvals/approval-requests/rules maxPending': [
    'approvals/approval-requests.yaml',
    'at most {} pending requests',
  ],
  'auth/accounts/rules maxMailsPerHour': [
    'auth/accounts/passwords.yaml',
    'at most {} emails in an hour',
  ],
  'auth/actions maxUserAgent': ['auth/sessions.yaml', 'up to {} characters'],
  'audit/rules maxMemberBytes': ['audit/audit-events.yaml', 'larger than {} KiB', 1024],
  'audit/rules maxSideBytes': ['audit/audit-events.yaml', 'before them have {} KiB', 1024],
  'billing/usage/rules maxDays': ['billing/usage/usage.yaml', 'at most {} days'],
  'campaigns/contacts/actions maxFaults': ['guides/limits.md', 'invalid rows listed | {} '],
  'campaigns/contacts/rules maxContacts': ['guides/quotas.md', '`campaign_contacts` | {plain} '],
  'campaigns/lifecycle/rules maxAheadMs': [
    'guides/quotas.md',
    '(`scheduleCampaignStart`) | {} days ahead',
    86_400_000,
  ],
  'campaigns/lock-queries maxListed': ['approvals/approval-policies.yaml', 'up to {} `target_ids`'],
  'privacy/erasures/rules maxInProgress': ['guides/quotas.md', '`erasures` | {} in progress'],
  'telephony/calls/handling-rules maxSeconds': [
    'workflows/configurations.yaml',
    'maximum: {plain}',
  ],
  'telephony/phone-numbers/actions maxPool': [
    'telephony/phone-numbers.yaml',
    'has at most {} numbers',
  ],
  'telephony/scheduled-calls/rules maxScheduled': [
    'guides/quotas.md',
    '`scheduled_calls` | {plain} ',
  ],
  'tools/tool-executions/rules maxWaitingOfRun': [
    'tools/tool-executions.yaml',
    'at most {} calls that wait',
  ],
  'tools/tool-executions/capacity maxOfTool': ['guides/quotas.md', '`testTool`) | 30, {} to each'],
  'tools/tool-executions/capacity maxOfOrganization': [
    'guides/quotas.md',
    '`testTool`) | {}, 10 to',
  ],
  'tools/tool-executions/capacity maxOfAll': ['guides/quotas.md', 'each tool, and {} of all'],
  'tools/tool-executions/capacity maxWaiting': [
    'guides/quotas.md',
    'first one (`callRunTool`) | {} |',
  ],
  'tools/tool-executions/capacity maxCallsOfTool': ['guides/quotas.md', 'minute, and {plain} each'],
  'tools/tool-executions/capacity maxCallsOfOrganization': [
    'guides/quotas.md',
    'at most {plain} requests of an organization',
  ],
  'tools/tool-executions/queries maxListedArguments': [
    'tools/tool-executions.yaml',
    'more than {} KiB as JSON: `getToolExecution`',
    1024,
  ],
  'tools/tool-executions/rules maxCallIdBytes': ['tools/tool-executions.yaml', 'most {} bytes in'],
  'tools/tool-executions/outcome-rules maxLevels': [
    'tools/tool-executions.yaml',
    'deeper than {} levels',
  ],
  'tools/mcp-tools/reading maxPerOrganization': [
    'guides/quotas.md',
    '(`importMcpTools`) | {}, and',
  ],
  'tools/mcp-tools/reading maxImports': [
    'guides/quotas.md',
    '(`importMcpTools`) | 2, and {} of all',
  ],
  'tools/mcp-tools/import-rules maxNameLength': ['tools/tools.yaml', 'maxLength: {plain}'],
  'tools/mcp-tools/list-rules maxNameLength': ['tools/mcp-tools.yaml', 'longer than {} characters'],
  'tools/mcp-tools/list-rules maxLevels': ['tools/mcp-tools.yaml', 'deeper than {} levels'],
  'workflows/walker/walker-rules maxToolCalls': [
    'workflows/conversations/run-turns.yaml',
    'in a turn, at most {}',
  ],
  'tools/rules maxTools': ['guides/quotas.md', '`tools` | {} '],
  'tools/schemas/writing-rules maxLevels': ['tools/tools.yaml', 'and {} levels'],
  'tools/schemas/writing-rules maxSchemaBytes': ['tools/tools.yaml', 'at most {} KiB and', 1024],
  'tools/checks/check-rules maxSteps': ['tools/tools.yaml', 'at most {} steps'],
  'tools/checks/check-rules maxPatternSteps': ['tools/tools.yaml', 'than {} instructions for'],
  'tools/checks/pattern-rules maxPatternSize': ['tools/tools.yaml', 'more than {} instructions in'],
  'tools/checks/unchecked-rules maxNamed': ['tools/tools.yaml', 'the first {} of each'],
  'tools/url-rules maxUrlLength': ['tools/tools.yaml', 'at most {} characters once'],
  'voice/archives/actions maxPerOrganization': [
    'guides/quotas.md',
    '(`importVoiceProfile`) | {}, and',
  ],
  'voice/archives/actions maxImports': [
    'guides/quotas.md',
    '(`importVoiceProfile`) | 2, and {} of all',
  ],
  'voice/archives/rules maxEntries': ['voice/archives.yaml', 'no others, at most {}, each once'],
  'voice/archives/rules maxManifestBytes': ['voice/archives.yaml', '`profile.json` {} KiB', 1024],
  'voice/avatars/handlers maxPerOrganization': [
    'guides/quotas.md',
    '(`setVoiceProfileAvatar`) | {}, and',
  ],
  'voice/avatars/handlers maxPictures': [
    'guides/quotas.md',
    '(`setVoiceProfileAvatar`) | 8, and {} of all',
  ],
  'voice/generations/rules maxWaiting': ['guides/quotas.md', '`queued_generations` | {plain} '],
  'voice/generations/rules maxSeconds': [
    'voice/generations/generations.yaml',
    'longer than {} minutes',
    60,
  ],
  'voice/model-downloads/handlers maxDownloads': [
    'voice/model-downloads.yaml',
    'at most {} models',
  ],
  'voice/model-downloads/rules maxFiles': ['voice/model-downloads.yaml', 'or more than {} files'],
  'voice/samples/rules maxSamples': ['guides/quotas.md', '`voice_samples` | {} '],
  'voice/samples/rules maxSeconds': ['voice/samples.yaml', '1 to {} seconds'],
  'voice/story-items/timeline-rules maxItems': ['voice/story-items.yaml', 'can have {} items'],
  'voice/story-items/timeline-rules maxStoryMs': [
    'voice/story-items.yaml',
    'later than {} hours after',
    3_600_000,
  ],
  'voice/versions/rules maxVersions': ['guides/quotas.md', '`generation_versions` | {} '],
  'webhooks/endpoints/handlers maxPerOrganization': [
    'guides/quotas.md',
    '(`testWebhookEndpoint`) | {},',
  ],
  'webhooks/endpoints/rules maxUrl': ['webhooks/endpoints/endpoints.yaml', 'maxLength: {plain}'],
  'telephony/keys/handlers maxWaits': ['guides/quotas.md', '(`sendRunKeys`) | {}, one'],
  'telephony/simulation/queries maxCommands': ['guides/carriers.md', 'of at most {} requests'],
  'telephony/transfers/rules maxRecalls': ['telephony/transfers/transfers.yaml', 'up to {} times'],
  'telephony/transfers/rules maxStepTries': ['guides/carriers.md', 'is lost, {} times at most'],
  'workflows/destination-rules maxRings': [
    'workflows/configurations.yaml',
    'At most {} destinations ring',
  ],
  'workflows/conversations/capacity maxWaits': ['guides/quotas.md', '(`submitRunTurn`) | {} |'],
  'workflows/conversations/rules maxTurns': [
    'workflows/conversations/run-turns.yaml',
    'at most {} turns',
  ],
  'workflows/graph-rules maxFaults': [
    'workflows/publishing.yaml',
    'type: array maxItems: {plain} items',
  ],
  'workflows/rules maxNameLength': ['workflows/workflows.yaml', 'maxLength: {plain}'],
  'workflows/runs/rules maxAheadMs': ['workflows/runs/results.yaml', 'at most {} days', 86_400_000],
  'workflows/runs/rules maxInChain': [
    'workflows/runs/results.yaml',
    'At most {} callbacks follow each other',
  ],
  'workflows/runs/list-queries maxLookedThrough': ['workflows/runs/runs.yaml', 'at most {} runs'],
  'workflows/runs/list-queries maxTranscripts': ['guides/quotas.md', 'through {plain} transcripts'],
  'workflows/runs/list-queries maxTranscriptBytes': ['guides/quotas.md', 'or {plain} bytes'],
  'workflows/runs/rules maxContextBytes': ['workflows/runs/results.yaml', '({} bytes)'],
  'workflows/runs/rules maxTranscriptBytes': [
    'workflows/runs/results.yaml',
    'turns and 1 MiB ({} bytes)',
  ],
  'workflows/sip-rules maxLength': [
    'workflows/configurations.yaml',
    'maxLength: {} pattern: ^sip:',
  ],
  'workflows/target-queries maxListed': [
    'approvals/approval-policies.yaml',
    'up to {} `target_ids`',
  ],
  'workflows/test-cases/handlers maxResultBytes': [
    'workflows/test-cases/workflow-tests.yaml',
    'their results {} MiB',
    1_048_576,
  ],
  'workflows/test-cases/handlers maxAtOnce': ['guides/quotas.md', '(`testWorkflow`) | {} |'],
  'workflows/test-cases/handlers maxRunMs': [
    'workflows/test-cases/workflow-tests.yaml',
    'have {} seconds together',
    1000,
  ],
  'telephony/transfers/rules maxTransfers': ['guides/quotas.md', '`run_transfers` | {} '],
  'telephony/transfers/handoff-rules maxHandoffs': ['guides/quotas.md', '`handoffs` | {} '],
  'workflows/instructions/rules maxInstructions': ['guides/quotas.md', '`run_instructions` | {} '],
  'workflows/test-cases/rules maxTestCases': ['guides/quotas.md', '`test_cases` | {} '],
  'workflows/test-cases/rules maxShown': [
    'workflows/test-cases/workflow-tests.yaml',
    'The actual value, as text, its first {} characters',
  ],
  'workflows/use-queries maxCallingTool': ['tools/tools.yaml', 'up to {} of these'],
  'workflows/use-queries maxSpeakingWith': [
    'voice/profiles/profiles.yaml',
    'has the first {} of them',
  ],
  'workflows/walker/walker-rules maxSteps': [
    'workflows/conversations/run-turns.yaml',
    'at most {} nodes in one turn',
  ],
  'workflows/walker/walker-rules maxAgentText': [
    'workflows/conversations/run-turns.yaml',
    'cut after {} characters',
  ],
};

/** What no request is refused for and no answer is cut by. */
const internal = new Set([
  // Of what the service sends carriers and how often it repeats work of its own.
  'telephony/calls/pace-rules maxBackoffMs',
  'telephony/calls/pace-rules maxPauseMs',
  'telephony/calls/rules maxAsked',
  'telephony/calls/rules maxDeferrals',
  'telephony/hang-ups/rules maxRequests',
  'campaigns/dialing/breaker maxCounted',
  'voice/generations/rules maxAttempts',
  // Of a cursor, without which the server's functions cannot be read.
  'tools/mcp-tools/list-rules maxCursorLength',
  // Of the text of a reason.
  'voice/engines/rules maxMessageLength',
  'approvals/authorization-queries maxExplained',
  // Of the words of a secret that are masked besides the whole: no header has so many.
  'tools/masking-rules maxParts',
  // Of changes of settings that are told apart for calls in progress; one that is not has the older settings.
  'workflows/rules maxFormer',
  // Of recursions, which end by their steps before.
  'tools/checks/keyword-rules maxDepth',
  'tools/checks/null-rules maxLevels',
  // Of loops that end before.
  'telephony/calling-hours/schedule-rules maxTurns',
  'telephony/do-not-call/queries maxEndings',
  'telephony/phone-numbers/queries maxCap',
  'workflows/walker/walker-rules maxWords',
  'workflows/walker/walker-rules maxLookedAt',
]);

const limits = [...constants].filter(([name]) => !internal.has(name));

describe('The contract says the limit', () => {
  test.each(limits)('%s: %d', (name, value) => {
    const [file = '', sentence = '', unit = 1] = said[name] ?? [];
    const number = value / unit;
    const text = sentence
      .replace('{}', number.toLocaleString('en-US'))
      .replace('{plain}', String(number));

    expect(file, `${name} is said nowhere: add it to the contract and to \`said\``).not.toBe('');
    expect(read(`openapi/${file}`).replaceAll(/\s+/g, ' ')).toContain(text.trim());
  });
});

test('Each limit that the tables name is in the code', () => {
  expect([...Object.keys(said), ...internal].filter((name) => !constants.has(name))).toEqual([]);
});
