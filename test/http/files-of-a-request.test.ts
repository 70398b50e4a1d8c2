import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { givenCampaign } from '../campaigns/given.ts';
import { newOrganization } from '../support/organizations.ts';

const readme = readFileSync(new URL('../../src/README.md', import.meta.url), 'utf8');

test('getCampaign passes at most 25 files, those that src/README.md lists', async () => {
  const member = await newOrganization();
  const { id } = await givenCampaign(member);
  const url = `${member.server.url}/api/v1/campaign/${id}`;
  const headers = { authorization: `Bearer ${member.token}` };

  // Its caller stays remembered, however long the profiler takes.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  onTestFinished(() => clock.mockRestore());
  // Not by the client of the tests, which reads the contract itself.
  const passed = await filesOf(async () => (await fetch(url, { headers })).text());

  const [, list = ''] = readme.split('## The files a GET passes');
  const listed = [...(list.split('\n## ')[0] ?? '').matchAll(/`(src\/[\w/.-]+\.ts)`/g)];
  expect(passed.length).toBeLessThanOrEqual(25);
  expect(passed).toEqual(expect.arrayContaining(['src/http/router.ts', 'src/campaigns/views.ts']));
  expect(passed.filter((file) => !listed.some(([, each]) => each === file))).toEqual([]);
});

/** The files of src whose functions are called, of a few tries the fewest: other work may fall into one. */
async function filesOf(work: () => Promise<unknown>): Promise<string[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const tries: string[][] = [];
  while (tries.length < 5) {
    await work();
    await session.post('Profiler.takePreciseCoverage');
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const called = result.filter(({ functions }) =>
      functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)),
    );
    tries.push(called.flatMap(({ url }) => /\/(src\/.*\.ts)$/.exec(url)?.[1] ?? []).toSorted());
  }
  session.disconnect();
  return tries.toSorted((one, other) => one.length - other.length)[0] ?? [];
}
