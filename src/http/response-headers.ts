/**
 * The headers of every response. Those that OWASP names for APIs that answer JSON: it must not be stored, run, framed or
 * sniffed, nor requested without TLS once it was with it.
 */
export const allHeaders: readonly (readonly [name: string, value: string])[] = [
  ['Cache-Control', 'no-store'],
  ['Content-Security-Policy', "default-src 'none';frame-ancestors 'none'"],
  ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
];
