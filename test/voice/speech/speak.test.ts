import { describe, expect, test } from 'vitest';
import { createCapacity } from '../../../src/fairness/capacity.ts';
import { createTurns, speak } from '../../../src/voice/speech/speak.ts';
import { newOrganization } from '../../support/organizations.ts';
import { until } from '../../telephony/calls/given.ts';
import { engineOf } from './given-engine.ts';

describe('The audio of a text', () => {
  const request = { language: 'en', voice: null, model: null, seed: null, instruct: null };
  const format = { encoding: 'mulaw', sample_rate: 8000 } as const;
  const whose = (organization_id: number) => ({
    organization_id,
    signal: new AbortController().signal,
  });

  test('is spoken no further than it is read', async () => {
    const { server, organization_id } = await newOrganization();
    const spoken: string[] = [];
    const sentences = ['One.', 'Two.', 'Three.'];

    const blocks = speak({ ...server.app, turns: createTurns() }, whose(organization_id), {
      engine: engineOf(spoken),
      sentences,
      request,
      format,
    });
    for (let read = 0; read < 10; read += 1) await blocks.next();

    expect(spoken).toEqual(['One.']);
    await blocks.return(undefined);
    expect(server.app.inProgress.taken(`speech of organization ${organization_id}`)).toBe(0);
  });

  test('does not wait for that of an organization that has many texts', async () => {
    const { server } = await newOrganization();
    const app = {
      ...server.app,
      inProgress: createCapacity(),
      turns: createTurns({ atOnce: 2 }),
    };
    const spoken: string[] = [];
    const { promise: freed, resolve: free } = Promise.withResolvers<void>();
    const engine = engineOf(spoken, () => freed);
    const begin = (organizationId: number, text: string) =>
      speak(app, whose(organizationId), { engine, sentences: [text], request, format }).next();

    const all = [begin(1, 'A'), begin(1, 'B'), begin(1, 'C'), begin(2, 'D')];
    await until(
      async () => spoken.length,
      (length) => length === 2,
    );

    expect(spoken).toEqual(['A', 'D']);
    free();
    await Promise.all(all);
    expect(spoken).toEqual(['A', 'D', 'B', 'C']);
  });
});
