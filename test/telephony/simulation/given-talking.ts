import { type Credentials, sealCredentials } from '../../../src/telephony/credentials.ts';
import { newOrganization } from '../../support/organizations.ts';
import type { TestServer } from '../../support/server.ts';
import { ended, givenCallable, until } from '../calls/given.ts';
import { givenStreamRuntime } from './given-runtime.ts';

export type TalkOptions = { readonly ending?: string; readonly accepts?: boolean } & Credentials;

/** A call to a person who is silent (10) or another, and its runtime. */
export async function givenTalkingOn(
  server: TestServer,
  { ending = '10', accepts = true, ...credentials }: TalkOptions = {},
) {
  const runtime = await givenStreamRuntime(accepts);
  const member = await newOrganization({ server });
  const { configuration_id, workflow_id } = await givenCallable(member);
  const sealed = { ring_ms: 1, stream_url: runtime.stream_url, ...credentials };
  await server.app.db
    .updateTable('telephony_configurations')
    .set({
      credentials_encrypted: sealCredentials(server.app.secrets, member.organization_id, sealed),
    })
    .where('id', '=', configuration_id)
    .execute();
  const to_number = `+120255501${ending}`;
  const { body: run } = await member.post('/api/v1/telephony/initiate-call', {
    workflow_id,
    to_number,
  });
  const done = () => ended(member, run);
  const logged = (message: string) =>
    until(
      async () => {
        const { carrier_call_id } = (await member.get(`/api/v1/runs/${run.id}`)).body;
        return server.logged.find(
          ({ msg, call_id }) => msg === message && call_id === carrier_call_id,
        );
      },
      (line) => line !== undefined,
    );
  return { ...runtime, member, run, workflow_id, to_number, done, logged };
}
