import { tooManyAtOnce } from '../../errors.ts';
import { type Capacity, takeFairly } from '../../fairness/capacity.ts';

/** Each waits up to ten seconds for a server. */
const maxPerOrganization = 2;
const maxImports = 20;

/** Takes the place of one import, or throws 429. Returns what gives it back. */
export const takeImport = (
  { inProgress }: { readonly inProgress: Capacity },
  organizationId: number,
): (() => void) =>
  takeFairly(inProgress, {
    own: {
      name: `imports of tools of organization ${organizationId}`,
      limit: maxPerOrganization,
      refusal: () =>
        tooManyAtOnce(
          `Your organization is importing tools of ${maxPerOrganization} servers, the maximum. Try again when one of them has answered.`,
          5,
        ),
    },
    all: {
      name: 'imports of tools',
      limit: maxImports,
      refusal: () => tooManyAtOnce('Too many tools are being imported. Try again shortly.'),
    },
  });
