import { describe, expect, test } from 'vitest';
import { ownServer } from '../../support/own-server.ts';
import { givenTelnyx } from './given-carriers.ts';
import { send } from './given.ts';

const server = ownServer();

// https://developers.telnyx.com/api-reference/call-commands/transfer-call
describe('A transfer with Telnyx', () => {
  test('rings, and is connected when the destination answers, not when it is bridged before', async () => {
    const { api, ofLeg, ofCall, shown, rows } = await givenTelnyx(server);
    expect(api.received).toHaveLength(1);

    await ofLeg('call.initiated');
    await ofLeg('call.bridged');
    await ofCall('call.bridged');
    expect((await shown()).status).toBe('ringing');
    expect(await rows()).toMatchObject([{ leg_id: 'v3:leg' }]);
    await ofLeg('call.answered');

    expect((await shown()).status).toBe('bridged');
  });

  test.each([
    ['user_busy', 'busy'],
    ['timeout', 'no_answer'],
    ['call_rejected', 'carrier_failure'],
  ])('that ends with %s fails, and the call goes on', async (hangup_cause, code) => {
    const { ofLeg, shown, phase } = await givenTelnyx(server);

    await ofLeg('call.hangup', { hangup_cause });

    expect(await shown()).toMatchObject({ status: 'failed', failure: { code } });
    expect(await phase()).toBe('talking');
  });

  test('takes the report of the end of the call itself at its address', async () => {
    const { ofCall, shown, member, run_id } = await givenTelnyx(server);

    await ofCall('call.hangup', { hangup_cause: 'normal_clearing' });
    await send(server.app);

    const { body } = await member.get(`/api/v1/runs/${run_id}`);
    expect([body.state, body.outcome]).toEqual(['completed', 'completed']);
    expect(await shown()).toMatchObject({ status: 'failed', failure: { code: 'call_ended' } });
  });

  describe('that detects machines', () => {
    const ended = 'call.machine.detection.ended';

    test.each(['human', 'not_sure'])('connects who is %s, by a command', async (result) => {
      const { api, ofLeg, ofCall, sendAll, shown } = await givenTelnyx(server, { detect: true });
      await ofLeg('call.initiated');
      await ofLeg('call.answered');
      await sendAll();
      const before = [(await shown()).status, api.received.length];

      await ofLeg(ended, { result });
      await ofLeg(ended, { result });
      await sendAll();
      await sendAll();
      const between = (await shown()).status;
      await ofCall('call.bridged');
      expect((await shown()).status).toBe('ringing');
      await ofLeg('call.bridged');

      expect(before).toEqual(['ringing', 1]);
      expect(between).toBe('ringing');
      expect(api.received.map(({ path }) => path)).toEqual([
        '/calls',
        '/calls/v3:leg/actions/bridge',
      ]);
      expect((await shown()).status).toBe('bridged');
    });

    test('ends the call of a machine, and the call itself goes on', async () => {
      const { api, ofLeg, sendAll, shown, phase } = await givenTelnyx(server, { detect: true });
      await ofLeg('call.answered');

      await ofLeg(ended, { result: 'machine' });
      await sendAll();
      await sendAll();
      await ofLeg('call.hangup', { hangup_cause: 'normal_clearing' });

      expect(api.received.map(({ path }) => path)).toEqual([
        '/calls',
        '/calls/v3:leg/actions/hangup',
      ]);
      expect(await shown()).toMatchObject({ status: 'failed', failure: { code: 'machine' } });
      expect(await phase()).toBe('talking');
    });
  });

  describe('that is warm', () => {
    test.each([[true], [false]])(
      'briefs who answers and then connects the two, each by a command (detection %j)',
      async (detect) => {
        const { api, ofLeg, sendAll, shown } = await givenTelnyx(server, { detect, warm: true });
        await ofLeg('call.answered');
        if (detect) await ofLeg('call.machine.detection.ended', { result: 'human' });
        await sendAll();
        const during = (await shown()).status;

        await ofLeg('call.speak.started');
        await ofLeg('call.speak.ended', { status: 'completed' });
        await sendAll();
        await ofLeg('call.bridged');

        expect(during).toBe('briefing');
        expect(api.received.map(({ path }) => path)).toEqual([
          '/calls',
          '/calls/v3:leg/actions/speak',
          '/calls/v3:leg/actions/bridge',
        ]);
        expect((await shown()).status).toBe('bridged');
      },
    );

    test('connects nobody when the briefing was cut off', async () => {
      const { api, ofLeg, sendAll, shown } = await givenTelnyx(server, { warm: true });
      await ofLeg('call.answered');
      await sendAll();

      await ofLeg('call.speak.ended', { status: 'call_hangup' });
      await ofLeg('call.hangup', { hangup_cause: 'normal_clearing' });
      await sendAll();

      expect(api.received).toHaveLength(2);
      expect(await shown()).toMatchObject({ status: 'failed', failure: { code: 'hung_up' } });
    });
  });
});
