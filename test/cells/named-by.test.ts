import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { newAccessToken, newApiKey, newMailToken } from '../../src/auth/credentials.ts';
import { cellNamedBy } from '../../src/cells/cells.ts';
import { loadContract } from '../../src/http/operations.ts';
import { cellOfCredential, idsPerCell, lastCell } from '../../src/db/cell-rules.ts';

const request = (url: string, headers: Record<string, string> = {}) =>
  ({ url, headers }) as unknown as IncomingMessage;

describe('A credential', () => {
  test.each([0, 1, 7, 63, lastCell])('of cell %i names it', (cell) => {
    for (let times = 0; times < 50; times += 1)
      for (const made of [newAccessToken, newMailToken, newApiKey])
        expect(cellOfCredential(made(cell))).toBe(cell);
  });

  test.each([
    ['vap_7_short', 0],
    [`7_${'x'.repeat(41)}`, 0],
    [`vap_7_${'x'.repeat(41)}`, 0],
    [`vap_run_${7 * idsPerCell + 5}_${7 * idsPerCell + 9}_${'s'.repeat(43)}`, 7],
    [`vap_run_5_9_${'s'.repeat(43)}`, 0],
    ['', 0],
  ])('%s names cell %i', (text, cell) => {
    expect(cellOfCredential(text)).toBe(cell);
  });
});

describe('A request', () => {
  const ofSeven = 7 * idsPerCell + 12;
  test.each<[string, string, Record<string, string>, number | undefined]>([
    ['a session', '/api/v1/campaign/1', { authorization: `Bearer ${newAccessToken(3)}` }, 3],
    [
      'a key before a session',
      '/api/v1/x',
      { 'x-api-key': newApiKey(9), authorization: `Bearer ${newAccessToken(3)}` },
      9,
    ],
    [
      'a session before the id of another cell',
      `/api/v1/campaign/${ofSeven}`,
      { authorization: `Bearer ${newAccessToken(3)}` },
      3,
    ],
    [
      'the configuration of a callback',
      `/api/v1/telephony/callbacks/twilio/${ofSeven}?run_id=1`,
      {},
      7,
    ],
    ['an id of cell 0', '/api/v1/telephony/callbacks/twilio/12', {}, undefined],
    ['the cell of metrics', '/metrics?cell=7', {}, 7],
    ['the cell of an operation', '/api/v1/auth/login?cell=7', {}, undefined],
    ['nothing', '/api/v1/auth/login', {}, undefined],
  ])('is for the cell of %s', (_, url, headers, cell) => {
    expect(cellNamedBy(request(url, headers))).toBe(cell);
  });
});

describe('A request of an organization that has moved', () => {
  const [key, other] = [newApiKey(3), newApiKey(3)];
  const moved = {
    ofOrganization: (id: number) => (id === 5 ? 9 : undefined),
    ofConfiguration: (id: number) => ({ 12: 9, 13: null })[id],
    ofCredential: (text: string) => ({ [key]: 9, moving: null })[text],
    refresh: async () => {},
  };

  test.each<[string, string, Record<string, string>, number | null | undefined]>([
    ['the cell where a key is now', '/api/v1/x', { 'x-api-key': key }, 9],
    ['the cell of another key', '/api/v1/x', { 'x-api-key': other }, 3],
    ['no cell while a key is moved', '/api/v1/x', { 'x-api-key': 'moving' }, null],
    ['the cell of a callback', '/api/v1/telephony/callbacks/twilio/12?run_id=14', {}, 9],
    ['the cell of a transfer', '/api/v1/telephony/transfer-callbacks/twilio/12?run_id=1', {}, 9],
    ['no cell while it is moved', '/api/v1/telephony/callbacks/twilio/13', {}, null],
    ['another configuration', '/api/v1/telephony/callbacks/twilio/14', {}, undefined],
    [
      'a key before a configuration',
      '/api/v1/telephony/callbacks/twilio/12',
      { 'x-api-key': other },
      3,
    ],
  ])('is for %s', (_, url, headers, cell) => {
    expect(cellNamedBy(request(url, headers), moved)).toBe(cell);
  });

  test('is found in every URL that needs no credential', () => {
    const urls = loadContract()
      .operations.filter(({ session, apiKey, path }) => !session && !apiKey && path.includes('{'))
      .map(({ path }) => path.replace('{provider}', 'telnyx').replace('{config_id}', '12'));

    expect(urls.length).toBeGreaterThan(2);
    for (const url of urls) expect(cellNamedBy(request(`${url}?run_id=1`), moved), url).toBe(9);
  });
});
