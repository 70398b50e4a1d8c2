import { newOrganization } from '../../support/organizations.ts';
import type { TestServer } from '../../support/server.ts';
import { until } from '../calls/given.ts';
import { givenTransferable, send } from './given.ts';

/** Monday. */
export const noon = '2027-02-01T12:00:00.000Z';
const every = [0, 1, 2, 3, 4, 5, 6];
/** Hours of every day in UTC. */
export const hours = (start_time: string, end_time: string) => ({
  timezone: 'UTC',
  slots: every.map((day_of_week) => ({ day_of_week, start_time, end_time })),
});
export const morning = hours('07:00', '09:00');

/** The simulated network finds the reception busy; the others answer. */
export const reception = { name: 'reception', phone_number: '+12025550140', fallback: 'mobile' };
export const mobile = {
  name: 'mobile',
  phone_number: '+12025550110',
  fallback: 'night',
  has_machine_detection: false,
};
export const night = { name: 'night', phone_number: '+12025550111' };
export const all: readonly object[] = [reception, mobile, night];

/** A call whose destinations are given. */
export const givenDestinations = async (
  server: TestServer,
  destinations: readonly object[] = all,
  options: Parameters<typeof givenTransferable>[1] = {},
) => {
  const member = await newOrganization({ server, connector: 'crm' });
  const made = await givenTransferable(member, { destinations, ...options });
  const change = (changed: readonly object[]) =>
    server.app.db
      .updateTable('workflows')
      .set({ workflow_configurations: JSON.stringify({ transfer_destinations: changed }) })
      .where('id', '=', made.workflow_id)
      .execute();
  const failed = async (id: number) =>
    until(
      () => made.show(id),
      ({ status }) => status === 'failed',
    );
  return { member, ...made, change, failed };
};

/** A transfer that the network has reported as failed, whose fallback is due. */
export async function givenFailed(server: TestServer) {
  const made = await givenDestinations(server);
  const { id } = (await made.transfer()).body;
  await send(server.app);
  return { ...made, id, first: await made.failed(id) };
}
