import { describe, expect, test } from 'vitest';
import { apiIn, warningFor } from '../../scripts/console.ts';

describe('The address of the API', () => {
  test.each([
    ['https://api.example.com', 'https://api.example.com/'],
    ['https://api.example.com/', 'https://api.example.com/'],
    ['https://api.example.com/api/v1', 'https://api.example.com/'],
    ['https://api.example.com/gateway/api/v1//', 'https://api.example.com/gateway'],
    ['http://[::1]:3000/api', 'http://[::1]:3000/'],
  ])('is %s or %s', (text, href) => {
    expect(apiIn(text).href).toBe(href);
  });

  test.each([
    ['api.example.com', 'API is api.example.com; it must be a URL such as'],
    ['localhost:3000', 'API is localhost:3000; it must be a URL such as'],
    ['file:///etc/passwd', 'it must be a URL such as'],
    ['https://user:secret@api.example.com', 'API has a user or a password.'],
    ['https://api.example.com/?a=b', 'without ? and #.'],
  ])('is not %s', (text, says) => {
    expect(() => apiIn(text)).toThrow(says);
    expect(() => apiIn(text)).not.toThrow('secret');
  });

  test.each([
    ['http://api.example.com', true],
    ['http://192.168.1.7:3000', true],
    ['https://api.example.com', false],
    ['http://localhost:3000', false],
    ['http://[::1]:3000', false],
    ['http://api.localhost', false],
  ])('of %s needs a warning: %s', (text, needs) => {
    expect(warningFor(apiIn(text)) !== undefined).toBe(needs);
  });
});
