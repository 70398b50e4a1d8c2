import { describe, expect, test } from 'vitest';
import { givenPolicy } from '../../approvals/given.ts';
import { newOrganization } from '../../support/organizations.ts';
import { hours } from './given-fallbacks.ts';
import { auditOf, ending, givenTransferable, reception, transferServer } from './given.ts';

const server = transferServer();

type Options = Parameters<typeof givenTransferable>[1];

async function given(options?: Options, connector?: string) {
  const member = await newOrganization({ server, ...(connector && { connector }) });
  const made = await givenTransferable(member, options);
  const path = `/api/v1/runs/${made.run_id}/preview-transfer`;
  const request = { destination: reception.name, kind: 'cold' };
  return {
    ...made,
    member,
    path,
    request,
    preview: (body: object = request) => member.post(path, body),
  };
}

const rung = {
  is_accepted: true,
  destination: 'reception',
  phone_number: reception.phone_number,
  sip_uri: null,
  to_workflow_id: null,
  refusal: null,
};

describe('previewRunTransfer', () => {
  test('says whom the carrier would ring, and changes nothing', async () => {
    const { run_id, member, preview, transfer, transfers, phase } = await given();

    const answers = [await preview(), await preview()];

    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [200, rung],
      [200, rung],
    ]);
    expect((await member.get(transfers)).body.items).toEqual([]);
    expect(await phase()).toBe('talking');
    expect(await auditOf(server, run_id)).toEqual([]);
    const events = await server.app.db
      .selectFrom('pending_events')
      .select('run_id')
      .where('run_id', '=', run_id)
      .execute();
    expect(events).toEqual([]);
    expect((await transfer()).status).toBe(202);
  });

  test('names the fallback that would be rung', async () => {
    server.setNow('2027-02-03T12:00:00.000Z');
    const { preview } = await given({
      destinations: [
        {
          ...reception,
          hours: hours('01:00', '01:01'),
          fallback: 'mobile',
        },
        { ...ending('12')[0], name: 'mobile' },
      ],
    });

    const { body } = await preview();

    expect(body).toEqual({ ...rung, destination: 'mobile', phone_number: '+12025550112' });
  });

  test.each<[string, Options, object, (made: Awaited<ReturnType<typeof given>>) => unknown]>([
    ['transfer_destination_unknown', {}, { destination: 'nobody' }, () => {}],
    ['call_not_answered', { started_at: null }, {}, () => {}],
    ['run_without_call', { mode: 'text' }, {}, () => {}],
    ['transfer_in_progress', {}, {}, ({ transfer }) => transfer()],
    [
      'number_on_do_not_call_list',
      {},
      {},
      ({ member }) =>
        member.post('/api/v1/do-not-call', {
          phone_numbers: [{ phone_number: reception.phone_number }],
        }),
    ],
  ])('shows the refusal that createRunTransfer gives: %s', async (code, options, body, before) => {
    const made = await given(options);
    await before(made);
    const asked = { ...made.request, ...body };

    const preview = await made.preview(asked);

    const refused = await made.member.post(made.transfers, asked);
    expect(refused.body.code).toBe(code);
    expect([preview.status, preview.body]).toEqual([
      200,
      {
        is_accepted: false,
        destination: null,
        phone_number: null,
        sip_uri: null,
        to_workflow_id: null,
        refusal: { code, message: refused.body.detail, until: null },
      },
    ]);
  });

  test('says when a closed destination opens', async () => {
    server.setNow('2027-02-03T12:00:00.000Z');
    const { preview } = await given({
      destinations: [
        {
          ...reception,
          hours: hours('01:00', '01:01'),
        },
      ],
    });

    const { body } = await preview();

    expect(body.refusal).toMatchObject({
      code: 'transfer_destination_closed',
      until: expect.stringMatching(/^2027-02-0\dT01:00:00/),
    });
  });

  test('uses no approval of a connector, and says that it lacks one', async () => {
    const { member, path, request, workflow_id } = await given({}, 'crm');
    const preview = () => member.send('POST', path, { key: member.key, body: request });

    const before = await preview();

    const id = await givenPolicy(member, {
      target_id: workflow_id,
      destination_value: reception.phone_number,
      max_uses: 1,
    });
    const after = [await preview(), await preview()];
    const { used_count } = (await member.get(`/api/v1/approval-policies/${id}`)).body;
    expect([before.status, before.body.refusal.code]).toEqual([200, 'approval_required']);
    expect(after.map(({ body }) => body.is_accepted)).toEqual([true, true]);
    expect(used_count).toBe(0);
  });

  test('refuses a request that createRunTransfer would not understand', async () => {
    const { preview, request } = await given();

    const { status, body } = await preview({ ...request, kind: 'warm' });

    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'briefing']]);
  });
});
