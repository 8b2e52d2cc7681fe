type Role = 'OWNER' | 'ADMIN' | 'MEMBER'
type Access = 'own' | 'team' | 'all'
export type GroupRole = { role: Role; access: Access }

const ROLES: readonly Role[] = ['MEMBER', 'ADMIN', 'OWNER']
const ACCESS: readonly Access[] = ['own', 'team', 'all']

/**
 * Role and access of a person by the groups that an identity provider sends. Of several matching groups, the highest role
 * and the widest access count; without a match, the default counts.
 *
 * @returns null if groups decide nothing: no group is mapped, or the identity provider sent no groups at all
 */
export function roleOfGroups(
  groups: readonly string[] | null,
  mappings: readonly (GroupRole & { group: string })[],
  defaults: GroupRole,
): GroupRole | null {
  if (groups === null || mappings.length === 0) return null
  const matches = mappings.filter(({ group }) => groups.includes(group))
  if (matches.length === 0) return defaults
  const highest = <T>(order: readonly T[], values: readonly T[]): T =>
    order.findLast((each) => values.includes(each)) as T // every value is in the order
  return {
    role: highest(
      ROLES,
      matches.map(({ role }) => role),
    ),
    access: highest(
      ACCESS,
      matches.map(({ access }) => access),
    ),
  }
}
