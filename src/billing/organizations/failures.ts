import { conflict } from '../../errors.ts';

export const hasSuperAdmin = () =>
  conflict(
    'organization_has_super_admin',
    'The organization has a super admin, so it cannot be suspended or deleted.',
  );
