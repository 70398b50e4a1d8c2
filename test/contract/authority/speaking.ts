import type { Answer } from '../../support/model-server.ts';
import type { TestServer } from '../../support/server.ts';
import { dial, givenAgent } from '../../agent/given-relay.ts';
import type { Speak } from './world.ts';

/** The service's own agent at its socket, with a model that calls what it is told to. */
export async function givenSpeaking(server: TestServer): Promise<Speak> {
  let call: Answer['call'];
  const { url } = await givenAgent(
    () => {
      const next: Answer = call ? { call } : { words: 'Done.' };
      call = undefined;
      return next;
    },
    { of: server },
  );
  return async (said) => {
    ({ call } = said);
    const carrier = await dial(url);
    carrier.setup({ run_id: String(said.run_id), run_token: said.run_token });
    const refused = carrier.closed.then(([code]) => code > 4000);
    const isRefused = await Promise.race([refused, carrier.hears(1).then(() => false)]);
    carrier.socket.close();
    await carrier.closed;
    return { status: isRefused ? 409 : 200 };
  };
}
