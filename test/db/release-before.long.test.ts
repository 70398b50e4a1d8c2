import { expect, onTestFinished, test } from 'vitest';
import { prepareCalling } from '../../scripts/chaos/calling.ts';
import { createClient } from '../../scripts/chaos/client.ts';
import { keepAlive } from '../../scripts/chaos/processes.ts';
import { folderOfRelease } from '../../scripts/chaos/releases.ts';
import { freePort } from '../../scripts/postgres/cluster.ts';
import { copyUrl, environmentOf, onPostgres } from '../support/database.ts';

const release = '0.2.0';
const admin = { email: 'admin@example.com', password: 'the-super-admin-of-rollbacks' };

// Installs it once, from the history of Git.
test.runIf(onPostgres)(
  'A process of the release before starts on a migrated database, and completes a campaign',
  async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const server = await keepAlive(
      release,
      {
        ...environmentOf(await copyUrl()),
        PORT: String(port),
        PUBLIC_URL: url,
        SIGNUP: 'open',
        VERIFY_EMAILS: '0',
        SUPER_ADMIN_EMAIL: admin.email,
        SUPER_ADMIN_PASSWORD: admin.password,
      },
      folderOfRelease(release),
    );
    onTestFinished(() => server.stop());
    const { access_token: asAdmin } = await createClient(url)('POST', '/auth/login', admin);
    const { access_token } = await createClient(url)('POST', '/auth/signup', {
      email: 'rollback@example.com',
      password: 'the-password-of-rollbacks',
      organization_name: 'Rollback',
    });
    const api = createClient(url, String(access_token));
    const workflow = await prepareCalling(api, {
      name: 'Rollback',
      limit: 3,
      pace: { ring_ms: 20, talk_ms: 50 },
      admin: createClient(url, String(asAdmin)),
    });
    const { source_id } = await api('POST', '/campaign/sources', 'phone_number\n+12025550100\n');
    const campaign = await api('POST', '/campaign', {
      name: 'Rollback',
      workflow_id: workflow,
      source_type: 'csv',
      source_id,
    });

    await api('POST', `/campaign/${campaign['id']}/start`);

    await expect
      .poll(async () => (await api('GET', `/campaign/${campaign['id']}`))['state'])
      .toBe('completed');
    const { items } = await api('GET', `/workflow/${workflow}/runs`);
    expect(items).toEqual([expect.objectContaining({ outcome: 'completed' })]);
  },
  300_000,
);
