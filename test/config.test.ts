import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../src/config.ts';
import { configOf } from '../src/system/cell-variables.ts';

const postgres = { DATABASE_URL: 'postgres://x', SECRET_KEYS: Buffer.alloc(32).toString('base64') };
const faultsOf = (env: Record<string, string>): string => {
  try {
    readConfig(env);
    return '';
  } catch (error) {
    return (error as ConfigError).message;
  }
};

/** Settings with which other machines can reach the service. */
const networks = [
  { HOST: '0.0.0.0' },
  { HOST: '::' },
  { HOST: '192.0.2.1' },
  { HOST: 'api.example.com' },
  { HOST: '127.0.0.1.example.com' },
  { TRUSTED_PROXIES: '1' },
  { PUBLIC_URL: 'https://api.example.com' },
];
const loopbacks = [
  {},
  { HOST: '127.0.0.1' },
  { HOST: '127.1.2.3' },
  { HOST: '::1' },
  { HOST: 'localhost' },
  { PUBLIC_URL: 'http://127.0.0.1:3000' },
  { PUBLIC_URL: 'http://[::1]:3000' },
];

describe('A variable', () => {
  test.each([
    [{ PORT: ' 8080 ' }, { port: 8080 }],
    [{ PORT: '' }, { port: 3000 }],
    [{ PORT: '0' }, { port: 0 }],
    [{ RESTORED: '1' }, { restored: true }],
    [{ RESTORED: '0' }, { restored: false }],
    [{ CORS_ORIGINS: 'https://a.example, https://b.example' }, { corsOrigins: { length: 2 } }],
    [{ SIGNUP: 'closed', HOST: '0.0.0.0' }, { signUp: 'closed' }],
    [{ VERIFY_EMAILS: '1' }, { verifiesEmails: true }],
    [{ HF_ENDPOINT: 'https://hub.example/a//' }, { hub: { url: 'https://hub.example/a' } }],
    [{ RETENTION_RUNS_DAYS: '7' }, { retention: { runsDays: 7, auditDays: undefined } }],
    [
      { SUPER_ADMIN_EMAIL: 'a@example.com', SUPER_ADMIN_PASSWORD: ' with  spaces ' },
      { superAdmin: { password: ' with  spaces ' } },
    ],
  ])('of %j is read', (env, config) => {
    expect(readConfig(env)).toMatchObject(config);
  });

  test.each([
    [{ PORT: '65536' }, 'a whole number from 0 to 65535, not "65536"'],
    [{ PORT: '-1' }, 'a whole number'],
    [{ PORT: '1e3' }, 'a whole number'],
    [{ STALLED_TIMEOUT_SECONDS: '29' }, 'a whole number from 30 to 3600, not "29"'],
    [{ RETENTION_RUNS_DAYS: '0' }, 'a whole number from 1 to 36500, not "0"'],
    [{ RESTORED: 'yes' }, '0 or 1, not "yes"'],
    [{ VERIFY_EMAILS: 'no' }, '0 or 1, not "no"'],
    [{ LOG_LEVEL: 'loud' }, 'one of fatal, error, warn, info, debug, trace, silent, not "loud"'],
    [{ HF_ENDPOINT: 'hub.example' }, 'a URL that begins with http:// or https://'],
  ])('of %j is refused', (env, rule) => {
    expect(faultsOf(env)).toMatch(new RegExp(`^${Object.keys(env)[0]} must be ${rule}`));
  });
});

describe('The configuration of traces', () => {
  const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' };

  test('is absent without a collector, whatever else is set', () => {
    expect(
      readConfig({ OTEL_TRACES_SAMPLER: 'x', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }).tracing,
    ).toBe(undefined);
  });

  test('has the defaults of OpenTelemetry', () => {
    expect(readConfig(collector).tracing).toEqual({
      endpoint: 'http://127.0.0.1:4318',
      serviceName: 'voice-agent-platform-api',
      sampler: 'parentbased_always_on',
      ratio: 1,
    });
  });

  test.each([
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
    { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    { OTEL_TRACES_SAMPLER: 'jaeger_remote' },
    { OTEL_TRACES_SAMPLER_ARG: '1.01' },
    { OTEL_TRACES_SAMPLER_ARG: 'all' },
  ])('refuses %o', (env) => {
    expect(faultsOf({ ...collector, ...env })).toMatch(new RegExp(`^${Object.keys(env)[0]} must `));
  });
});

describe('A configuration', () => {
  test.each(networks)('reachable over the network by %o refuses the demo', (env) => {
    expect(faultsOf({ ...env, DEMO: '1' })).toContain('DEMO_ON_NETWORK=1');
    expect(faultsOf({ ...env, DEMO: '1', DEMO_ON_NETWORK: '1' })).toBe('');
    expect(faultsOf(env)).toBe('');
  });

  test.each(networks)('reachable over the network by %o refuses the simulation', (env) => {
    expect(faultsOf({ ...env, SIMULATION: '1' })).toContain('SIMULATION_ON_NETWORK=1');
    expect(faultsOf({ ...env, SIMULATION: '1', SIMULATION_ON_NETWORK: '1' })).toBe('');
  });

  test.each(networks)(
    'reachable over the network by %o allows webhooks to public addresses only',
    (env) => {
      expect(readConfig(env).webhookAllowPrivate).toBe(false);
      expect(readConfig({ ...env, WEBHOOK_ALLOW_PRIVATE: '1' }).webhookAllowPrivate).toBe(true);
    },
  );

  test.each(loopbacks)('reachable from this machine only, %o, allows all of them', (env) => {
    const config = readConfig({ ...env, DEMO: '1', SIMULATION: '1' });

    expect(config).toMatchObject({ demo: true, simulation: true, webhookAllowPrivate: true });
  });

  test.each(['DATABASE_SESSION_URL', 'DATABASE_READ_URL'])(
    'has %s only with a database that has others',
    (name) => {
      expect(faultsOf({ ...postgres, [name]: 'postgres://y' })).toBe('');
      expect(faultsOf({ [name]: 'postgres://y' })).toContain(`${name} is of no use without`);
      expect(faultsOf({ ...postgres, [name]: 'mysql://y' })).toContain(
        `${name} must begin with postgres://`,
      );
    },
  );

  test('with a DATABASE_URL allows webhooks to public addresses only, even on this machine', () => {
    expect(readConfig(postgres).webhookAllowPrivate).toBe(false);
  });
});

describe('The agent of the service', () => {
  const llm = { LLM_BASE_URL: 'https://llm.example.com/v1/', LLM_API_KEY: 'sk-1' };

  test('needs a model alone, and is told to carriers where they can reach it', () => {
    expect(readConfig({}).agentModel).toBeUndefined();
    expect(readConfig(llm)).toMatchObject({
      agentModel: {
        url: 'https://llm.example.com/v1',
        name: 'default',
        apiKey: 'sk-1',
        patienceMs: 15_000,
      },
      agentUrl: undefined,
    });
    expect(readConfig({ ...llm, PUBLIC_URL: 'https://api.example.com/' }).agentUrl).toBe(
      'wss://api.example.com/agent/relay',
    );
    expect(readConfig({ PUBLIC_URL: 'https://api.example.com/' }).agentUrl).toBeUndefined();
  });

  test('needs no database in a process of its own, and the address of the API', () => {
    expect(faultsOf({ ...llm, ROLE: 'agent', PUBLIC_URL: 'https://api.example.com' })).toBe('');
    expect(faultsOf({ ...llm, ROLE: 'agent' })).toContain('PUBLIC_URL and LLM_BASE_URL are needed');
    expect(faultsOf({ ROLE: 'agent', PUBLIC_URL: 'https://api.example.com' })).toContain(
      'LLM_BASE_URL',
    );
    expect(faultsOf({ LLM_BASE_URL: 'llm', LLM_API_KEY: 'sk-1' })).not.toContain('sk-1');
  });
});

describe('The configuration of mail', () => {
  const withSender = { MAIL_FROM: 'Calls <mail@example.com>' };

  test('is a directory without SMTP_URL', () => {
    expect(readConfig({}).mail).toEqual({
      smtp: undefined,
      from: 'no-reply@localhost',
      appUrl: undefined,
    });
  });

  test.each([
    ['smtps://a:b%40c@mail.example.com', { port: 465, security: 'tls', user: 'a', pass: 'b@c' }],
    ['smtp://a:b%@mail.example.com', { port: 587, security: 'starttls', user: 'a', pass: 'b%' }],
    ['smtp://mail.example.com:25?tls=optional', { port: 25, security: 'optional' }],
    ['smtp://localhost:1025', { port: 1025, security: 'optional' }],
    ['smtp://[::1]:1025', { port: 1025, security: 'optional' }],
  ])('reads %s', (SMTP_URL, { port, security, ...auth }) => {
    const { smtp } = readConfig({ SMTP_URL, ...withSender }).mail;

    expect(smtp).toMatchObject({ port, security });
    expect(smtp?.auth ?? {}).toEqual(auth);
    expect(smtp?.host).toMatch(/^(mail\.example\.com|localhost|::1)$/);
  });

  test.each([
    { SMTP_URL: 'mail.example.com:25' },
    { SMTP_URL: 'https://mail.example.com' },
    { SMTP_URL: 'smtp://mail.example.com/path' },
    { SMTP_URL: 'smtp://user@mail.example.com' },
    { SMTP_URL: 'smtp://mail.example.com?tls=off' },
    { SMTP_URL: 'smtps://mail.example.com?tls=optional' },
    { SMTP_URL: 'smtp://mail.example.com?secure=1' },
    { MAIL_FROM: 'nobody' },
    { MAIL_FROM: 'a@example.com, b@example.com' },
    { MAIL_FROM: 'A\r\nBcc: b@example.com <a@example.com>' },
    { APP_URL: 'app.example.com' },
    { APP_URL: 'https://app.example.com?a' },
  ])('refuses %j', (env) => {
    expect(faultsOf({ ...withSender, ...env })).toMatch(
      new RegExp(`^${Object.keys(env)[0]} must `),
    );
  });

  test('needs a sender for a mail server, and repeats no password', () => {
    expect(faultsOf({ SMTP_URL: 'smtp://a:secret@mail.example.com' })).toMatch(
      /^MAIL_FROM is needed/,
    );
    expect(faultsOf({ SMTP_URL: 'smtp://a:secret@b/c', ...withSender })).not.toContain('secret');
  });
});

describe('The cells of a process', () => {
  const url = 'postgres://cell_{cell}:x@host/voice';
  const several = {
    ...postgres,
    DATABASE_URL: url,
    DIRECTORY_URL: 'postgres://directory@host/voice',
    SIGNUP: 'open',
  };

  test.each([
    [undefined, [0]],
    ['7', [7]],
    ['9, 0,3-5', [0, 3, 4, 5, 9]],
    ['510', [510]],
  ])('of CELLS=%s are %j', (text, cells) => {
    expect(readConfig({ ...several, ...(text !== undefined && { CELLS: text }) }).cells).toEqual(
      cells,
    );
  });

  test.each(['511', '-1', '1,', '1,1', '3-1', 'a', '0-511', '1.5'])('are not %s', (text) => {
    expect(faultsOf({ ...several, CELLS: text })).toBe(
      `CELLS must be numbers and ranges from 0 to 510, such as 0,3,7-9, not "${text}".`,
    );
  });

  test.each([
    [{ DATABASE_URL: 'postgres://x' }, 'must contain {cell}'],
    [{ DATABASE_READ_URL: 'postgres://x' }, 'must contain {cell}'],
    [{ DIRECTORY_URL: '' }, 'Several CELLS need DIRECTORY_URL'],
    [{ DIRECTORY_URL: 'mysql://x' }, 'DIRECTORY_URL must begin with postgres'],
    [{ SIGNUP: 'first' }, 'SIGNUP must be open or closed'],
    [{ DEMO: '1', DEMO_ON_POSTGRES: '1' }, 'DEMO=1 is for one cell.'],
  ])('that are several are refused with %j', (env, fault) => {
    expect(faultsOf({ ...several, CELLS: '0,7', ...env })).toContain(fault);
  });

  test('have addresses and a super admin each', () => {
    const admin = {
      SUPER_ADMIN_EMAIL: 'admin+{cell}@example.com',
      SUPER_ADMIN_PASSWORD: 'x'.repeat(12),
    };
    const config = readConfig({ ...several, ...admin, CELLS: '0,7', DATABASE_SESSION_URL: url });

    expect(configOf(config, 7)).toMatchObject({
      cell: 7,
      databaseUrl: 'postgres://cell_7:x@host/voice',
      databaseSessionUrl: 'postgres://cell_7:x@host/voice',
      superAdmin: { email: 'admin+7@example.com' },
      modelsCacheDir: `${config.modelsCacheDir}/cell-7`,
    });
    expect(configOf(config, 0).modelsCacheDir).toBe(config.modelsCacheDir);
  });
});
