import { createSecretKey } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isSigned, sign } from '../../../src/telephony/simulation/signature.ts';

const keyOf = (byte: number) => createSecretKey(Buffer.alloc(32, byte));
const [newest, old, other] = [keyOf(1), keyOf(2), keyOf(3)];
const url = 'https://voice.example.com/api/v1/telephony/callbacks/simulated/1?run_id=7';
const body = Buffer.from('{"status":"busy"}');

describe('The signature of the simulated network', () => {
  test.each([
    ['the newest key', newest, true],
    ['an older key', old, true],
    ['another key', other, false],
  ])('is recognized with %s: %j', (_, key, known) => {
    const signature = sign(key, url, body);

    expect(isSigned([newest, old], { url, body, signature })).toBe(known);
  });

  test('is recognized if the service listens elsewhere by then', () => {
    const signature = sign(newest, url, body);

    const elsewhere = url.replace('https://voice.example.com', 'http://127.0.0.1:3001');
    expect(isSigned([newest], { url: elsewhere, body, signature })).toBe(true);
  });

  test.each([
    ['the path', { url: url.replace('simulated/1', 'simulated/2') }],
    ['the query', { url: `${url}1` }],
    ['the body', { body: Buffer.from('{"status":"busy"} ') }],
    ['its own length', { signature: `${sign(newest, url, body)}0` }],
    ['its own digits', { signature: sign(newest, url, body).toUpperCase() }],
    [
      'what ends the address',
      { url: url.slice(0, -1), body: Buffer.from(`7\n${body.toString()}`) },
    ],
    ['everything', { signature: '' }],
  ])('is invalid after a change of %s', (_, change) => {
    const signature = sign(newest, url, body);

    expect(isSigned([newest], { url, body, signature, ...change })).toBe(false);
  });
});
