import { useMember } from '#web/features/auth/protected.tsx'
import { type Change, useChange } from '#web/ui/use-change.ts'

export interface OrganizationChange<V, T> extends Omit<Change<V, T>, 'change' | 'refreshedKeys'> {
  change: (organizationId: string, input: V) => Promise<T>
  /** Keys of other data that changes too. */
  refreshedKeys?: Change<V, T>['refreshedKeys']
}

/** A change to the user's organization. Refreshes everything about it. */
export function useOrganizationChange<V = void, T = unknown>(command: OrganizationChange<V, T>) {
  const { change, refreshedKeys = [] } = command
  const { organizationId } = useMember()
  return useChange<V, T>({
    ...command,
    change: (input) => change(organizationId, input),
    refreshedKeys: [['/api/organizations'], ...refreshedKeys],
  })
}
