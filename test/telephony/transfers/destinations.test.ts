import { describe, expect, test } from 'vitest';
import { later } from '../../../src/timestamp.ts';
import { newOrganization } from '../../support/organizations.ts';
import { givenRun, givenWorkflow } from '../../workflows/given.ts';
import {
  all,
  givenDestinations,
  hours,
  mobile,
  morning,
  night,
  noon,
  reception,
} from './given-fallbacks.ts';
import { askedNetwork, reception as open, send, transferServer } from './given.ts';

const server = transferServer();

describe('A destination whose hours are closed', () => {
  test('is refused with when they open, and nothing is sent', async () => {
    server.setNow(noon);
    const { transfer, rows } = await givenDestinations(server, [
      { ...night, name: 'reception', hours: morning },
    ]);

    const { status, body } = await transfer();

    expect([status, body.code, body.param]).toEqual([
      409,
      'transfer_destination_closed',
      'destination',
    ]);
    expect(body).toMatchObject({
      detail:
        'The transfer destination "reception" is closed in UTC. It opens at 2027-02-02T07:00:00.000Z.',
      rule: 'slots',
      timezone: 'UTC',
      opens_at: '2027-02-02T07:00:00.000Z',
    });
    expect(await rows()).toEqual([]);
  });

  test.each([
    ['in another zone', { ...hours('21:00', '22:00'), timezone: 'Asia/Tokyo' }, 202],
    [
      'on a holiday',
      { ...hours('00:00', '24:00'), holidays: [{ date: '2027-02-01', name: 'x' }] },
      409,
    ],
    ['with slots that cannot be read', { timezone: 'UTC', slots: 'always' }, 409],
  ])('is looked at by its own clock: %s', async (_, own, status) => {
    server.setNow(noon);
    const { transfer } = await givenDestinations(server, [
      { ...night, name: 'reception', hours: own },
    ]);

    expect((await transfer()).status).toBe(status);
  });

  test('is replaced by the first of its fallbacks that is open', async () => {
    server.setNow(noon);
    const { transfer, rows } = await givenDestinations(server, [
      { ...reception, hours: morning },
      { ...mobile, hours: morning },
      night,
    ]);

    const { status, body } = await transfer();

    expect(status).toBe(202);
    expect(body).toMatchObject({
      requested_destination: 'reception',
      destination: 'night',
      phone_number: night.phone_number,
      fallback: null,
    });
    expect(await rows()).toMatchObject([{ ring_number: 3 }]);
  });

  test('that close before the carrier hears of it has the fallback rung', async () => {
    server.setNow(noon);
    const network = askedNetwork(server);
    const { transfer, rows } = await givenDestinations(
      server,
      [{ ...reception, hours: hours('11:00', '12:01') }, night],
      {
        settings: {},
      },
    );
    await transfer();
    server.setNow(later(noon, 60_000));

    await send(network.app);

    expect(await rows()).toMatchObject([
      { status: 'failed', failure: 'destination_closed', sending_at: null },
    ]);
    expect(network.asked).toEqual([]);
  });

  test.each([
    ['are removed', [mobile]],
    ['get another number', [{ ...reception, phone_number: '+12025550199' }, mobile]],
  ])('that %s before the carrier hears of it are not rung', async (_, destinations) => {
    const network = askedNetwork(server);
    const { transfer, change, rows } = await givenDestinations(server, [reception, mobile]);
    await transfer();
    await change(destinations);

    await send(network.app);

    expect(await rows()).toMatchObject([
      { status: 'failed', failure: 'destination_removed', sending_at: null, fallback_at: null },
    ]);
    expect(network.asked).toEqual([]);
  });
});

describe('transfer_destinations are refused with the place of', () => {
  const backward = hours('10:00', '09:00');
  const desk = { name: 'desk', sip_uri: 'sip:desk@pbx.example.com' };
  test.each<[string, readonly object[], string[], RegExp]>([
    ['a fallback that is none', [reception], ['0', 'fallback'], /^No other destination/],
    [
      'fallbacks that lead back',
      [reception, { ...mobile, fallback: 'reception' }],
      ['0', 'fallback'],
      /^Leads back: reception, mobile, reception\.$/,
    ],
    ['a fallback to itself', [{ ...night, fallback: 'night' }], ['0', 'fallback'], /^Leads back/],
    [
      'four in a row',
      [{ ...night, name: 'first', fallback: 'reception' }, ...all],
      ['0', 'fallback'],
      /^Rings 4 destinations one after another, first, reception, mobile, night; at most 3/,
    ],
    [
      'hours in no zone',
      [{ ...night, hours: { ...morning, timezone: 'Nowhere' } }],
      ['0', 'hours', 'timezone'],
      /IANA/,
    ],
    [
      'hours that end before they begin',
      [{ ...night, hours: { ...backward, slots: backward.slots.slice(0, 1) } }],
      ['0', 'hours', 'slots', '0', 'end_time'],
      /later than start_time/,
    ],
    ['neither number nor SIP URI', [{ name: 'a' }], ['0'], /exactly one of/],
    [
      'both',
      [{ ...night, ...desk }],
      ['0'],
      /exactly one of phone_number, sip_uri and workflow_id/,
    ],
    [
      'a host inside a network',
      [{ ...desk, sip_uri: 'sip:a@10.0.0.1' }],
      ['0', 'sip_uri'],
      /10\.0\.0\.1 is no address of the public internet/,
    ],
    ['a password', [{ ...desk, sip_uri: 'sip:a:b@pbx.example.com' }], ['0', 'sip_uri'], /^Must m/],
    [
      'headers',
      [{ ...desk, sip_uri: 'sip:a@pbx.example.com?X-To=1' }],
      ['0', 'sip_uri'],
      /^Must match/,
    ],
    [
      'parameters',
      [{ ...desk, sip_uri: 'sip:a@pbx.example.com;maddr=10.0.0.1' }],
      ['0', 'sip_uri'],
      /^Must match/,
    ],
    [
      'more than 254 characters',
      [{ ...desk, sip_uri: `sip:a@${'b.'.repeat(124)}com` }],
      ['0', 'sip_uri'],
      /254/,
    ],
  ])('%s', async (_, transfer_destinations, place, message) => {
    const member = await newOrganization({ server });
    const workflow = await givenWorkflow(member);
    await givenRun(member, workflow);

    const { status, body } = await member.put(workflow.path, {
      workflow_configurations: { transfer_destinations },
    });

    expect(status).toBe(422);
    const [fault] = body.detail;
    expect(fault.loc).toEqual([
      'body',
      'workflow_configurations',
      'transfer_destinations',
      ...place,
    ]);
    expect(fault.msg).toMatch(message);
  });

  test('nothing else: hours, a SIP URI, and three in a row, are stored', async () => {
    const member = await newOrganization({ server });
    const workflow = await givenWorkflow(member);
    const transfer_destinations = [
      { ...reception, hours: morning },
      mobile,
      { ...desk, name: 'night' },
    ];

    const { status, body } = await member.put(workflow.path, {
      workflow_configurations: { transfer_destinations },
    });

    expect(status).toBe(200);
    expect(body.workflow_configurations.transfer_destinations).toEqual(transfer_destinations);
  });
});

test('transfer_destinations with one name twice, or a zone that is none, are refused with the place', async () => {
  const member = await newOrganization({ server });
  const workflow = await givenWorkflow(member);
  await givenRun(member, workflow);
  const again = { ...open, timezone: 'Nowhere' };

  const { status, body } = await member.put(workflow.path, {
    workflow_configurations: { transfer_destinations: [open, again] },
  });

  expect(status).toBe(422);
  const at = (name: string) => [
    'body',
    'workflow_configurations',
    'transfer_destinations',
    '1',
    name,
  ];
  expect(body.detail.map(({ loc }: { loc: string[] }) => loc)).toEqual([
    at('name'),
    at('timezone'),
  ]);
});
