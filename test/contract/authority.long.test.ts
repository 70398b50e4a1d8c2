import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Scope } from '../../src/caller.ts';
import { loadContract, resolve } from '../../src/http/operations.ts';
import { newOrganization } from '../support/organizations.ts';
import { ownServer } from '../support/own-server.ts';
import { violationIn } from './authority/calls.ts';
import { callable, ofCalls, steps } from './authority/requests.ts';
import { givenSpeaking } from './authority/speaking.ts';
import { settings, settingsViolationIn } from './authority/settings.ts';
import { givenWorld } from './authority/world.ts';

const numRuns = Number(process.env['AUTHORITY_RUNS'] ?? 4);
const seed = Number(process.env['AUTHORITY_SEED'] ?? 20_261_123);

/** The scopes whose operations are no part of the sequences, each with its reason. */
const others: Readonly<Record<string, string>> = {
  read: 'It reads.',
  'run:read': 'It reads.',
  'audit:read': 'It reads.',
  'workflows:write': 'It edits what every call says; an owner gives it to editors of workflows.',
  'telephony:write': 'It changes settings of the whole organization, and no call.',
  'do_not_call:write': 'It changes who may be called by anybody, and no call.',
  'consents:write': 'It changes who may be called by anybody, and no call.',
  'privacy:write': 'It removes.',
  'webhooks:write': 'It sends events of calls.',
  'voice:write': 'It changes no call.',
  'models:write': 'It changes no call.',
  'protections:write':
    'No connector uses it; protections.test.ts sends each member that it is for.',
};

const { document } = loadContract();

const server = ownServer();

describe("A connector's key", () => {
  test('has its scopes looked at here, each of them', () => {
    const { enum: scopes = [] } = resolve<{ enum?: Scope[] }>(document, {
      $ref: '#/components/schemas/ApiKeyScope',
    });

    expect(scopes.filter((scope) => !ofCalls.includes(scope) && !(scope in others))).toEqual([]);
    expect(callable.map(({ id }) => id)).toContain('updateScheduledCall');
  });

  test('places, moves and changes no call that no policy of its connector covers, in any sequence', async () => {
    const scopes = [
      ...ofCalls,
      ...(['read', 'workflows:write', 'telephony:write', 'protections:write'] as const),
    ];
    const speak = await givenSpeaking(server);
    const isChosen = fc.constantFrom(true, false, false);
    const chosen = fc.array(isChosen, { minLength: 9, maxLength: 9 });
    await fc.assert(
      fc.asyncProperty(chosen, steps, settings, async (policies, sequence, changes) => {
        const member = await newOrganization({ server, connector: 'crm', scopes });
        const world = await givenWorld(member, { chosen: policies, speak });
        expect(await settingsViolationIn(world, changes)).toBeUndefined();
        expect(await violationIn(world, sequence)).toBeUndefined();
        // What one sequence leaves scheduled is none of the next one's business.
        await server.app.db.deleteFrom('scheduled_calls').execute();
      }),
      { numRuns, seed, endOnFailure: true },
    );
  });
});
