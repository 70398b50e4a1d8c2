import { runToken } from '../../../src/auth/run-tokens.ts';
import type { HandoffResult } from '../../../src/telephony/carriers/carrier.ts';
import type { HandoffRequest } from '../../../src/telephony/carriers/requests.ts';
import { type Credentials, sealCredentials } from '../../../src/telephony/credentials.ts';
import { later } from '../../../src/timestamp.ts';
import { newOrganization } from '../../support/organizations.ts';
import type { TestServer } from '../../support/server.ts';
import { withCarriers } from '../calls/with-carriers.ts';
import { givenWorkflow } from '../../workflows/given.ts';
import { givenTransferable, send } from './given.ts';

export const acting = { run_token_scopes: ['run:act'] };

interface Options {
  /** Whether the call's own workflow lets its agent act. */
  readonly isActing?: boolean;
  readonly nextSettings?: object;
}

/** An answered call that can be handed to the agent of another workflow, which can hand it on to a third. */
export async function givenHandoff(
  server: TestServer,
  { isActing = true, nextSettings = acting }: Options = {},
) {
  const member = await newOrganization({ server });
  const third = await givenWorkflow(member, { versions: ['published'], name: 'Third' });
  const next = await givenWorkflow(member, {
    versions: ['archived', 'published'],
    name: 'Billing',
    workflow_configurations: JSON.stringify({
      ...nextSettings,
      transfer_destinations: [{ name: 'third', workflow_id: third.id }],
    }),
  });
  const destinations = [
    { name: 'billing', workflow_id: next.id, description: 'Questions about bills' },
    { name: 'reception', phone_number: '+12025550110', has_machine_detection: false },
  ];
  const made = await givenTransferable(member, {
    destinations,
    settings: isActing ? acting : {},
  });
  const { run_id } = made;
  const { organization_id } = member;
  const path = `/api/v1/runs/${run_id}`;
  /** Makes the call one of another provider, with these credentials. */
  const placedWith = (provider: 'twilio' | 'telnyx' | 'simulated', credentials: Credentials) =>
    server.app.db
      .updateTable('telephony_configurations')
      .set({
        provider,
        credentials_encrypted: sealCredentials(server.app.secrets, organization_id, credentials),
      })
      .where('id', '=', made.configuration_id)
      .execute();
  const network = {
    asked: [] as HandoffRequest[],
    handOff: async (): Promise<HandoffResult> => ({ kind: 'accepted' }),
  };
  const start = () =>
    withCarriers(server, {
      simulated: {
        ...server.app.calls.carriers.simulated,
        handOff(_, request) {
          network.asked.push(request);
          return network.handOff();
        },
      },
    });
  const app = start();
  const tokenOf = (handoff_id: number | null = null) =>
    runToken(server.app.secrets, { organization_id, run_id, handoff_id });
  return {
    ...made,
    member,
    next,
    third,
    path,
    network,
    app,
    tokenOf,
    placedWith,
    handOff: (body: object = {}) =>
      member.post(made.transfers, { destination: 'billing', kind: 'handoff', ...body }),
    sendAll: () => send(app),
    /** Of another process with the same carrier. */
    restart: () => {
      const other = start();
      return () => send(other);
    },
    session: (key: string) => member.send('GET', `${path}/session`, { key }),
    run: async () => (await member.get(path)).body,
  };
}

const noon = '2027-02-03T12:00:00.000Z';

/** As `givenHandoff`, with a clock that can be moved, and what happens to the call. */
export const givenFailing = (server: TestServer) => async () => {
  server.setNow(noon);
  const made = await givenHandoff(server);
  const { network } = made;
  return {
    ...made,
    /** Whether each request to the carrier takes the call back. */
    returns: () => network.asked.map(({ is_return }) => is_return),
    wait: (ms: number) => server.setNow(later(server.app.now(), ms)),
    end: () =>
      server.app.calls.report({
        run_id: made.run_id,
        organization_id: made.member.organization_id,
        at: server.app.now(),
        event: 'completed',
      }),
  };
};
