import { expect, test } from 'vitest';
import { createSecrets } from '../../../src/db/secrets.ts';
import { commandsOf } from '../../../src/telephony/transfers/commands.ts';

test.each(['handOff', 'return', 'recall'] as const)(
  'A process that stood still does not send the carrier %s',
  async (command) => {
    const sent: string[] = [];
    const send = (name: string) => async () => {
      sent.push(name);
      return { kind: 'accepted' };
    };
    const carriers = { telnyx: { handOff: send('handOff'), recall: send('recall') } };
    const parts = {
      carriers,
      secrets: createSecrets([Buffer.alloc(32)]),
      origin: { url: 'https://api.example' },
    };
    const reached = {
      provider: 'telnyx',
      credentials: {},
      transfer: {
        id: 1,
        run_id: 7,
        organization_id: 1,
        to_workflow_id: 2,
        to_workflow_version: 1,
        leg_id: null,
      },
    };
    const told = (isLate: boolean) => {
      const all = { ...parts, connection: {}, now: () => '2026-01-02T03:04:05.678Z' };
      return commandsOf(all as never, reached as never, () => isLate)[command]();
    };

    expect(await told(true)).toMatchObject({ detail: 'The process stood still.' });
    expect(sent).toEqual([]);
    expect(await told(false)).toEqual({ kind: 'accepted' });
  },
);
