import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { allowedLicenses, notAllowed } from '../../../scripts/packages/licenses.ts';
import { billOfMaterials, installedWith } from '../../../scripts/packages/server/installed.ts';

const root = new URL('../../..', import.meta.url).pathname;
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const { dependencies } = read(`${root}/package.json`) as { dependencies: Record<string, string> };
const names = [...Object.keys(dependencies), 'fast-check', 'standardwebhooks', 'openapi-fetch'];
const installed = Object.entries(installedWith(names));

test('Every package that users get has a license that is allowed', () => {
  const others = installed.filter(([, { license }]) => notAllowed(license).length > 0);

  expect(others.map(([place, { license }]) => `${place}: ${license}`)).toEqual([]);
  expect(installed.length).toBeGreaterThan(250);
});

test('No license is allowed that no package has', () => {
  const licenses = new Set(installed.flatMap(([, { license }]) => license?.split(/ AND /)));
  // Of the packages for Python.
  licenses.add('MPL-2.0');

  expect(Object.keys(allowedLicenses).filter((license) => !licenses.has(license))).toEqual([]);
});

test.each([
  ['MIT', []],
  ['MIT AND Apache-2.0', []],
  ['GPL-3.0-only', ['GPL-3.0-only']],
  ['Apache-2.0 AND AGPL-3.0-only', ['AGPL-3.0-only']],
  ['MIT OR GPL-2.0-only', ['MIT OR GPL-2.0-only']],
  ['SEE LICENSE IN LICENSE', ['SEE LICENSE IN LICENSE']],
  [undefined, ['none']],
])('Of the license %s these parts are not allowed: %j', (license, parts) => {
  expect(notAllowed(license)).toEqual(parts);
});

test('The bill of materials is valid CycloneDX and names everything that is installed', async () => {
  const manifest = { name: 'voice-agent-platform', version: '1.2.3-dev', dependencies };
  const bill = JSON.parse(await billOfMaterials(manifest));

  expect(bill).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: manifest.name, version: manifest.version } },
  });
  const validate = validatorOf(bill.specVersion);
  expect(validate(bill), JSON.stringify(validate.errors)).toBe(true);
  expect(validate({ ...bill, components: [{ name: 'nameless' }] })).toBe(false);
  const named = new Set(
    bill.components.map(({ purl }: { purl: string }) => decodeURIComponent(purl)),
  );
  const missing = Object.entries(installedWith(Object.keys(dependencies)))
    .map(([place, { version }]) => `pkg:npm/${place.split('node_modules/').at(-1)}@${version}`)
    .filter((purl) => !named.has(purl));
  expect(missing).toEqual([]);
});

/** By the schema that CycloneDX publishes. */
function validatorOf(version: string) {
  const schemas = `${dirname(createRequire(import.meta.url).resolve('@cyclonedx/cyclonedx-library/package.json'))}/res/schema`;
  const ajv = new Ajv({ strict: false, validateFormats: true });
  addFormats.default(ajv);
  for (const format of ['idn-email', 'iri-reference']) ajv.addFormat(format, true);
  for (const name of ['spdx.SNAPSHOT.schema.json', 'jsf-0.82.SNAPSHOT.schema.json']) {
    const { $id: _, ...schema } = read(`${schemas}/${name}`);
    ajv.addSchema(schema, `http://cyclonedx.org/schema/${name}`);
  }
  return ajv.compile(read(`${schemas}/bom-${version}.SNAPSHOT.schema.json`));
}
