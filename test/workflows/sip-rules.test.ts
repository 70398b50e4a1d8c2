import { describe, expect, test } from 'vitest';
import { numberInSip, sipFault, sipParts } from '../../src/workflows/sip-rules.ts';

describe('A SIP URI', () => {
  test.each([
    'sip:front-desk@pbx.example.com',
    'sip:+12025550110@sip.example.com:5061',
    'sip:a.b_c@EXAMPLE.com',
    'sip:1@xn--fiqs8s.xn--fiqz9s',
    'sip:1@8.8.8.8',
    'sip:1@a.com:65535',
  ])('can be called: %s', (address) => {
    expect(sipFault(address)).toBeUndefined();
  });

  const form = /^Must be sip:user@host/;
  const name = /is no full name of the internet/;
  const address = /is no address of the public internet/;
  const ending = /has the ending/;
  test.each([
    ['sips:a@pbx.example.com', form],
    ['SIP:a@pbx.example.com', form],
    ['sip:pbx.example.com', form],
    ['sip:a@b@pbx.example.com', form],
    ['sip:a:secret@pbx.example.com', form],
    ['sip:a@pbx.example.com;transport=tcp', form],
    ['sip:a@pbx.example.com?X-Header=1', form],
    ['sip:a,1234@pbx.example.com', form],
    ['sip:<a>@pbx.example.com', form],
    ['sip:a@[::1]', form],
    [`sip:a@${'b'.repeat(245)}.com`, form],
    ['sip:a@pbx.example.com:0', /The port/],
    ['sip:a@pbx.example.com:65536', /The port/],
    ['sip:a@pbx', name],
    ['sip:a@localhost', name],
    ['sip:a@pbx.example.com.', name],
    ['sip:a@-pbx.example.com', name],
    ['sip:a@pbx..com', name],
    ['sip:a@127.1', name],
    ['sip:a@0x7f.0.0.1', name],
    ['sip:a@0x7f000001', name],
    ['sip:a@2130706433', name],
    ['sip:a@a.0x7f', name],
    ['sip:a@127.0.0.1', address],
    ['sip:a@10.0.0.1', address],
    ['sip:a@192.168.1.1:5060', address],
    ['sip:a@169.254.169.254', address],
    ['sip:a@100.64.0.1', address],
    ['sip:a@0.0.0.0', address],
    ['sip:a@224.0.0.1', address],
    ['sip:a@pbx.local', ending],
    ['sip:a@pbx.INTERNAL', ending],
    ['sip:a@1.0.0.10.in-addr.arpa', ending],
  ])('cannot be called: %s', (text, message) => {
    expect(sipFault(text)).toMatch(message);
  });

  test.each([
    ['sip:+12025550110@pbx.example.com', '+12025550110'],
    ['sip:12025550110@pbx.example.com', undefined],
    ['sip:+1202@pbx.example.com', undefined],
    ['sip:front-desk@pbx.example.com', undefined],
    ['+12025550110', undefined],
  ])('has a phone number only if its user is one in E.164: %s, %s', (text, number) => {
    expect(numberInSip(text)).toBe(number);
  });

  test('has a user, a host and a port', () => {
    expect(sipParts('sip:a@PBX.example.com:5061')).toEqual({
      user: 'a',
      host: 'pbx.example.com',
      port: 5061,
    });
  });
});
