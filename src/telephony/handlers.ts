import { isDeepStrictEqual } from 'node:util';
import { asChange, makeChange } from '../audit/actions.ts';
import { mustBeCallable, mustBeInstalled } from './addresses.ts';
import type { TelephonyApp } from './context.ts';
import { auditedUpdate } from './audit.ts';
import { pageOf } from '../db/page.ts';
import { conflict, invalid, InvalidRequest, notFound, valueError } from '../errors.ts';
import { tagged } from '../http/etag.ts';
import type { HandlersFor } from '../http/contract.ts';
import { sealCredentials, type Credentials, maskCredentials } from './credentials.ts';
import { isCountry } from './number-type-rules.ts';
import { defaultCallsPerSecond, providers, credentialMembers, simulatedPace } from './providers.ts';
import * as configurations from './queries.ts';
import { auditedConfiguration, credentialsOf, telephonyConfiguration } from './views.ts';
import { isSameText } from '../text-rules.ts';
import type { components } from '../../generated/api.ts';

type Provider = components['schemas']['TelephonyProvider'];

const hasRuntime = ({ voice_url, stream_url, relay_url }: Credentials): boolean =>
  [voice_url, stream_url, relay_url].some((url) => url !== undefined);

/** The credentials to store from those that were sent. How long calls with a runtime last is the network's to decide. */
function completed(provider: Provider, sent: Credentials): Credentials {
  if (provider !== 'simulated') return { ...sent };
  const { ring_ms, talk_ms } = simulatedPace;
  return { ring_ms, ...(!hasRuntime(sent) && { talk_ms }), ...sent };
}

/**
 * The stored credentials with the sent members in place; they are undefined if they cannot be decrypted. Null removes a
 * member. A secret that equals the mask of the stored one stays. Throws a fault for every other mask, and for every
 * member that is missing because nothing readable is stored.
 */
function merged(
  provider: Provider,
  sent: Readonly<Record<string, Credentials[string] | null>>,
  stored: Credentials | undefined,
): Credentials {
  const shown = maskCredentials(provider, stored ?? {});
  const foreign = Object.entries(sent)
    .filter(([name, value]) => isMask(value) && value !== shown[name])
    .map(([name]) => fault(name, 'This is not the mask of the stored value. Send it in full.'));
  const missing = Object.entries(credentialMembers[provider])
    .filter(([name, kind]) => !stored && kind === 'required' && !(name in sent))
    .map(([name]) =>
      fault(name, 'The stored credentials cannot be decrypted. Send all of them again.'),
    );
  const faults = [...foreign, ...missing].flatMap((error) => error.faults);
  if (faults.length > 0) throw new InvalidRequest(faults);
  const { talk_ms, ...others } = stored ?? {};
  // The default of calls without a runtime does not stay with the first address of one.
  const isDefault = stored && !hasRuntime(stored) && talk_ms === simulatedPace.talk_ms;
  const kept = isDefault || talk_ms === undefined ? others : { ...others, talk_ms };
  const values = Object.entries({ ...kept, ...sent }).flatMap(([name, value]) =>
    value === null ? [] : [[name, isMask(value) ? (stored?.[name] ?? value) : value] as const],
  );
  return completed(provider, Object.fromEntries(values));
}

/** No provider's credential starts like this. */
const isMask = (value: Credentials[string] | null): boolean =>
  typeof value === 'string' && value.startsWith('*');

const fault = (name: string, msg: string): InvalidRequest =>
  invalid(['body', 'credentials', name], msg, '[redacted]');

const sameCredentials = (one: Credentials, other: Credentials): boolean => {
  const names = Object.keys({ ...one, ...other });
  return names.every((name) => one[name] === other[name]);
};

export const telephony = {
  async listTelephonyProviders() {
    return { items: Object.values(providers) };
  },

  async listTelephonyConfigurations({ query, caller }, app) {
    const rows = await configurations.list(app.db, caller.organization_id, query);
    return pageOf(rows, query, (row) => telephonyConfiguration(row, app.secrets));
  },

  createTelephonyConfiguration: {
    async before({ body }, app) {
      mustBeInstalled(body.provider);
      await mustBeCallable({ ...body.credentials }, app);
    },
    async work({ body, ...call }, app) {
      mustBeCountries(body.countries);
      const { name, provider, calls_per_second = defaultCallsPerSecond[provider] } = body;
      const { calling_codes = null, countries = null } = body;
      const credentials = completed(provider, { ...body.credentials });
      return makeChange(call, app, async ({ trx, organization_id, at, record }) => {
        await configurations.lockNames(trx, organization_id);
        if (await configurations.isNameTaken(trx, organization_id, name)) throw nameExists(name);
        const row = await configurations.insert(trx, {
          organization_id,
          name,
          provider,
          calls_per_second,
          calling_codes,
          countries,
          credentials_encrypted: sealCredentials(app.secrets, organization_id, credentials),
          created_at: at,
          updated_at: at,
        });
        const after = telephonyConfiguration(row, app.secrets);
        await record('telephony_configuration.created', row.id, { after });
        return tagged(after, row);
      });
    },
  },

  async getTelephonyConfiguration({ params, caller }, app) {
    const row = await configurations.get(app.db, caller.organization_id, params.config_id);
    return shown(row, app);
  },

  updateTelephonyConfiguration: {
    before: ({ body }, app) => mustBeCallable({ ...body.credentials }, app),
    async work({ params, body, ...call }, app) {
      mustBeCountries(body.countries);
      return makeChange(call, app, async ({ trx, organization_id, at, mustMatch, record }) => {
        if (body.name !== undefined) await configurations.lockNames(trx, organization_id);
        const row = await configurations.lock(trx, organization_id, params.config_id);
        mustMatch(row);
        const { provider, name = row.name, calls_per_second = row.calls_per_second } = body;
        const { calling_codes = row.calling_codes, countries = row.countries } = body;
        if (provider !== row.provider) throw otherProvider(provider, row.provider);
        const isRenamed = name !== row.name;
        const isOther = !isSameText(name, row.name);
        if (isOther && (await configurations.isNameTaken(trx, organization_id, name))) {
          throw nameExists(name);
        }
        const stored = credentialsOf(row, app.secrets);
        const credentials = body.credentials
          ? merged(row.provider, { ...body.credentials }, stored)
          : stored;
        const credentialsReplaced =
          credentials !== undefined && (!stored || !sameCredentials(stored, credentials));
        const isSame =
          !isRenamed &&
          !credentialsReplaced &&
          calls_per_second === row.calls_per_second &&
          isDeepStrictEqual(calling_codes, row.calling_codes) &&
          isDeepStrictEqual(countries, row.countries);
        const changed = await configurations.update(trx, row.id, {
          name,
          calls_per_second,
          calling_codes,
          countries,
          // What cannot be read cannot be encrypted again.
          credentials_encrypted: credentials
            ? sealCredentials(app.secrets, organization_id, credentials)
            : row.credentials_encrypted,
          revision: isSame ? row.revision : row.revision + 1,
          updated_at: isSame ? row.updated_at : at,
        });
        const update = {
          secrets: app.secrets,
          before: row,
          after: changed,
          credentialsReplaced,
        };
        await record('telephony_configuration.updated', row.id, auditedUpdate(update));
        return shown(changed, app);
      });
    },
  },

  async updateAllowedNumberTypes({ params, body, ...call }, app) {
    const allowed_number_types = numberTypes.filter((type) =>
      body.allowed_number_types.includes(type),
    );
    return makeChange(call, app, async ({ trx, organization_id, at, mustMatch, record }) => {
      const before = await configurations.lock(trx, organization_id, params.config_id);
      mustMatch(before);
      if (isDeepStrictEqual(allowed_number_types, before.allowed_number_types))
        return shown(before, app);
      const change = { allowed_number_types, updated_at: at };
      const after = await configurations.setNumberTypes(trx, before.id, change);
      const update = { secrets: app.secrets, before, after, credentialsReplaced: false };
      await record('telephony_configuration.updated', before.id, auditedUpdate(update));
      return shown(after, app);
    });
  },

  deleteTelephonyConfiguration: asChange(
    async ({ trx, params, organization_id, mustMatch, record }, app) => {
      const row = await configurations.lockAgainstUse(trx, organization_id, params.config_id);
      mustMatch(row);
      const uses = {
        campaign_ids: await app.lookups.campaignsCallingWith(trx, organization_id, row.id),
        live_calls: await configurations.liveCalls(trx, organization_id, row.id),
      };
      if (uses.campaign_ids.length > 0 || uses.live_calls > 0) throw inUse(uses);
      await configurations.remove(trx, row.id);
      await record('telephony_configuration.deleted', row.id, {
        before: auditedConfiguration(row, app.secrets),
      });
    },
  ),

  setDefaultOutboundTelephonyConfiguration: asChange(
    async ({ trx, params, organization_id, at, mustMatch, record }, app) => {
      const all = await configurations.lockAll(trx, organization_id);
      const chosen = all.find((row) => row.id === params.config_id);
      if (!chosen) throw notFound('Telephony configuration', 'config_id');
      mustMatch(chosen);
      if (chosen.is_default_outbound) return shown(chosen, app);
      const [former] = await configurations.clearDefaultOutbound(trx, organization_id, at);
      const made = await configurations.makeDefaultOutbound(trx, chosen.id, at);
      await record('telephony_configuration.default_outbound_set', made.id, {
        before: { default_outbound_id: former?.id ?? null },
        after: { default_outbound_id: made.id },
      });
      return shown(made, app);
    },
  ),
} satisfies HandlersFor<
  | 'listTelephonyProviders'
  | 'listTelephonyConfigurations'
  | 'createTelephonyConfiguration'
  | 'getTelephonyConfiguration'
  | 'updateTelephonyConfiguration'
  | 'updateAllowedNumberTypes'
  | 'deleteTelephonyConfiguration'
  | 'setDefaultOutboundTelephonyConfiguration',
  TelephonyApp
>;

const shown = (row: configurations.TelephonyConfigurationRow, { secrets }: TelephonyApp) =>
  tagged(telephonyConfiguration(row, secrets), row);

/** In the order in which they are stored. */
const numberTypes = ['premium_rate', 'satellite', 'personal', 'shared_cost'] as const;

/** Throws the validation error for codes of no country. */
function mustBeCountries(codes: readonly string[] | null | undefined): void {
  const faults = (codes ?? []).flatMap((code, index) =>
    isCountry(code)
      ? []
      : [
          valueError({
            loc: ['body', 'countries', String(index)],
            msg: `${code} is not the code of a country with numbers of its own, by ISO 3166-1, such as GB or US.`,
            input: code,
          }),
        ],
  );
  if (faults.length > 0) throw new InvalidRequest(faults);
}

const nameExists = (name: string) =>
  conflict(
    'telephony_configuration_name_exists',
    `A telephony configuration named "${name}" already exists. Choose another name.`,
    { param: 'name' },
  );

const otherProvider = (sent: string, own: string) =>
  invalid(
    ['body', 'provider'],
    `The configuration's provider is ${own} and cannot change. Create another configuration instead.`,
    sent,
  );

const inUse = (uses: { readonly campaign_ids: number[]; readonly live_calls: number }) =>
  conflict(
    'telephony_configuration_in_use',
    'Unfinished campaigns or calls in progress use this telephony configuration.',
    uses,
  );
