import { beforeAll, describe, expect, test } from 'vitest';
import { newOrganization } from '../support/organizations.ts';
import { sharedServer, type TestServer } from '../support/server.ts';
import { givenCallableCampaign } from '../campaigns/lifecycle/given.ts';
import { givenCallable } from './calls/given.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});

const message_url = 'https://media.example.com/reminder.mp3?from=us&to=you';
const leaving = { on_machine: 'leave_message', message_url } as const;

describe('machine_detection of a workflow', () => {
  test.each<[string, object, string, string]>([
    ['a message without its address', { on_machine: 'leave_message' }, 'message_url', 'required'],
    ['an address without a message', { message_url }, 'message_url', 'allowed only'],
    [
      'an action without detection',
      { enabled: false, on_machine: 'hang_up' },
      'on_machine',
      'continue',
    ],
    [
      'an address without encryption',
      { ...leaving, message_url: 'http://a.example/b.mp3' },
      'message_url',
      '',
    ],
    ['an unknown action', { on_machine: 'sing' }, 'on_machine', ''],
  ])('is refused with %s', async (_, machine_detection, member, message) => {
    const author = await newOrganization({ server });
    const { workflow_id } = await givenCallable(author, {});

    const { status, body } = await author.put(`/api/v1/workflow/${workflow_id}`, {
      workflow_configurations: { machine_detection },
    });

    expect(status).toBe(422);
    expect(body.detail).toContainEqual(
      expect.objectContaining({
        loc: ['body', 'workflow_configurations', 'machine_detection', member],
        msg: expect.stringContaining(message),
      }),
    );
  });
});

describe('machine_detection of a campaign', () => {
  test('is refused if it cannot be followed', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, {});

    const { status, body } = await member.patch(campaign.path, {
      machine_detection: { on_machine: 'leave_message' },
    });

    expect(status).toBe(422);
    expect(body.detail[0].loc).toEqual(['body', 'machine_detection', 'message_url']);
  });
});
