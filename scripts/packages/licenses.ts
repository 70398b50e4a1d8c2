/** The licenses of what the packages bring to a user, each with the reason why it may be there. */
export const allowedLicenses: Readonly<Record<string, string>> = {
  MIT: 'that of this project; the notice stays with the code, in its package',
  'MIT-0': 'MIT without the notice',
  '0BSD': 'no conditions',
  Unlicense: 'no conditions',
  ISC: 'as MIT',
  'BSD-3-Clause': 'as MIT, and no name is used to advertise',
  'Apache-2.0': 'notices stay in the packages; it grants patents',
  'PSF-2.0': 'as BSD; argparse, a port of that of Python, and typing-extensions',
  'MPL-2.0':
    'changes of its own files are published; certifi, a list of certificates that is not changed',
  'LGPL-3.0-or-later':
    'linked to, not changed, and replaceable: libvips is a file that sharp loads, and codec-parser a module that decoders import',
};

/** The parts of an expression such as `Apache-2.0 AND LGPL-3.0-or-later`, all of which hold, that are not allowed. */
export const notAllowed = (expression: string | undefined): string[] =>
  (expression ?? 'none')
    .split(/ AND /)
    .filter((license) => !Object.hasOwn(allowedLicenses, license));
