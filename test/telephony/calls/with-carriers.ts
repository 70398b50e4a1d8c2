import { whenEnded } from '../../../src/app.ts';
import { campaignCalls } from '../../../src/campaigns/dialing/placing.ts';
import type { Application } from '../../../src/app.ts';
import { createCalls } from '../../../src/telephony/calls/calls.ts';
import type { Carriers } from '../../../src/telephony/calls/dependencies.ts';
import type { TestServer } from '../../support/server.ts';

/** The server's app with other carriers in place of some of its own. */
export function withCarriers(
  { app, connection }: TestServer,
  carriers: Partial<Carriers>,
): Application {
  const calls = createCalls({
    ...app,
    connection,
    jobs: app.jobs,
    whenEnded: whenEnded(app.jobs),
    campaigns: campaignCalls(app.db, app.jobs),
    carriers: { ...app.calls.carriers, ...carriers },
  });
  return { ...app, calls };
}
