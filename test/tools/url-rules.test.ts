import { describe, expect, test } from 'vitest';
import { parseTemplate, urlOf } from '../../src/tools/url-rules.ts';

function filled(text: string, args: Record<string, unknown>) {
  const parsed = parseTemplate(text, false);
  if ('fault' in parsed) throw new Error(parsed.fault);
  const built = urlOf(parsed.template, args);
  return 'url' in built ? built.url.href : built;
}

const order = 'https://api.example.com/orders/{order_id}?lang={lang}';

describe('A URL template', () => {
  test.each([
    order,
    'https://api.example.com',
    'https://api.example.com/',
    'https://api.example.com:8443/a/{b}/c?d={e}&f=g&h',
    'https://api.example.com/~x/a.b/...?q=%20',
  ])('%s is accepted', (text) => {
    expect(parseTemplate(text, false)).toHaveProperty('template');
  });

  test.each([
    ['ftp://api.example.com/', 'starts with https://'],
    ['http://api.example.com/', 'starts with https://'],
    ['api.example.com/x', 'starts with https://'],
    ['https://{host}/orders', 'part of the host'],
    ['https://api.example.com:{port}/', 'part of the host'],
    ['https://{tenant}.example.com/', 'part of the host'],
    ['https://user:pass@example.com/', 'without user and password'],
    ['https://api.example.com@{host}/', 'without user and password'],
    ['https://api.example.com\\@evil.example/', 'printable ASCII'],
    ['https://api.example.com/a b', 'printable ASCII'],
    ['https://api.example.com/\t', 'printable ASCII'],
    ['https://api.example.com/é', 'printable ASCII'],
    ['https://api.example.com/#{x}', 'without a fragment'],
    ['https://api.example.com:99999/', 'valid host and port'],
    ['https://api.example.com/orders-{order_id}', 'whole segment'],
    ['https://api.example.com/{order_id}.json', 'whole segment'],
    ['https://api.example.com/{a}{b}', 'whole segment'],
    ['https://api.example.com/{}', 'whole segment'],
    ['https://api.example.com/{a-b}', 'whole segment'],
    ['https://api.example.com/x?{name}=1', 'whole segment'],
    ['https://api.example.com/x?q=a{b}', 'whole segment'],
    ['https://api.example.com/x?{q}', 'whole segment'],
    ['https://api.example.com/../x', 'without the segments'],
    ['https://api.example.com/a/%2e%2E/{x}', 'without the segments'],
    ['https://api.example.com/a/.%2e', 'without the segments'],
    ['https://api.example.com/a/x%2f..%2f', 'without the segments'],
  ])('%s is refused', (text, fault) => {
    expect(parseTemplate(text, false)).toEqual({ fault: expect.stringContaining(fault) });
  });

  test('may begin with http:// where that is allowed', () => {
    expect(parseTemplate('http://127.0.0.1:9/{x}', true)).toHaveProperty('template');
  });
});

describe('Arguments in a URL', () => {
  test.each([
    ['A-17', 'nl', 'https://api.example.com/orders/A-17?lang=nl'],
    ['a/b?c#d', '&x=1', 'https://api.example.com/orders/a%2Fb%3Fc%23d?lang=%26x%3D1'],
    ['%41', 'é ', 'https://api.example.com/orders/%2541?lang=%C3%A9%20'],
    ['@evil.example', '../..', 'https://api.example.com/orders/%40evil.example?lang=..%2F..'],
    ['\\evil', '\n', 'https://api.example.com/orders/%5Cevil?lang=%0A'],
    [17, true, 'https://api.example.com/orders/17?lang=true'],
    ['...', '', 'https://api.example.com/orders/...?lang='],
    ['a..b', 'x', 'https://api.example.com/orders/a..b?lang=x'],
  ])('%j and %j are percent-encoded', (order_id, lang, url) => {
    expect(filled(order, { order_id, lang })).toBe(url);
  });

  test('that are optional are left out of the query', () => {
    expect(filled(order, { order_id: 'x' })).toBe('https://api.example.com/orders/x');
    expect(filled(`${order}&a=b`, { order_id: 'x', lang: null })).toBe(
      'https://api.example.com/orders/x?a=b',
    );
  });

  test.each([
    '.',
    '..',
    '%2e',
    '%2E%2e',
    '.%2e',
    '%252e%252e',
    '%25252e.',
    '../admin',
    'x/../admin',
    'x\\..\\admin',
    'x%2f..%2fadmin',
    'x%5C..',
    '..;/admin',
    '..;x=1',
    '',
    undefined,
    null,
    { a: 1 },
    '\ud800',
  ])('%j are refused as a segment of the path', (order_id) => {
    expect(filled(order, { order_id })).toMatchObject({ argument: 'order_id' });
  });

  test('make no URL of more than 8,192 characters', () => {
    expect(filled(order, { order_id: 'x'.repeat(8200) })).toMatchObject({
      fault: expect.stringContaining('8192'),
    });
  });
});
