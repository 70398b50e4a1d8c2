import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../src/config.ts';

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
