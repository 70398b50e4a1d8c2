import type { Role } from '../../caller.ts';

interface Holder {
  readonly id: number;
  readonly role: Role;
}

/** The roles that may give and take these roles: only owners make, change and remove owners. */
export const rolesChanging = (involved: readonly Role[]): readonly Role[] =>
  involved.includes('owner') ? ['owner'] : ['owner', 'admin'];

/** Whether somebody with this role may give a role; undefined: a removed user. */
export const canGive = (role: Role | undefined, given: Role): boolean =>
  role !== undefined && rolesChanging([given]).includes(role);

/** Whether the user is the only owner among the owners of an organization. */
export const isLastOwner = (members: readonly Holder[], userId: number): boolean =>
  members.every(({ id, role }) => (role === 'owner') === (id === userId));
