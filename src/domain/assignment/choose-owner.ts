/** A rule as far as it decides who is next. */
export type OwnerRule = {
  kind: 'round_robin' | 'zip' | 'capacity' | 'pond'
  zipCodes: readonly string[]
  /** In the order of turns. */
  userIds: readonly string[]
  lastUserId: string | null
  fallbackUserId: string | null
}

/** A member who can get contacts. */
export type AssignableMember = {
  userId: string
  isPaused: boolean
  /** Contacts that the member has, and may have; null for no limit. */
  contacts: number
  maxContacts: number | null
}

/** True if the rule is about the contact. */
export function fitsRule({ kind, zipCodes }: OwnerRule, zipCode: string | null): boolean {
  return kind !== 'zip' || (zipCode !== null && zipCodes.includes(zipCode.slice(0, 5)))
}

/**
 * The next owner by a rule: its members in turn, or the one with the most room, without those who are paused, full or have
 * tried already; then its fallback. Null if no one can take the contact, which then goes to the pond.
 */
export function chooseOwner(
  rule: OwnerRule,
  members: ReadonlyMap<string, AssignableMember>,
  triedUserIds: readonly string[] = [],
): { userId: string; isFallback: boolean } | null {
  const canTake = (userId: string): boolean => {
    const member = members.get(userId)
    return (
      member !== undefined &&
      !member.isPaused &&
      !triedUserIds.includes(userId) &&
      (member.maxContacts === null || member.contacts < member.maxContacts)
    )
  }
  const candidates = inTurn(rule).filter(canTake)
  const chosen = rule.kind === 'capacity' ? mostRoom(candidates, members) : candidates[0]
  if (chosen !== undefined) return { userId: chosen, isFallback: false }
  const { fallbackUserId } = rule
  // The fallback has no limit: someone has to take the contact.
  const fallback = fallbackUserId === null ? undefined : members.get(fallbackUserId)
  if (!fallback || fallback.isPaused || triedUserIds.includes(fallback.userId)) return null
  return { userId: fallback.userId, isFallback: true }
}

/** The members of a rule, beginning behind the one who got the last contact. */
function inTurn({ userIds, lastUserId }: OwnerRule): string[] {
  const next = lastUserId === null ? 0 : userIds.indexOf(lastUserId) + 1
  return [...userIds.slice(next), ...userIds.slice(0, next)]
}

/** The member with the most room; of equal ones, and of those without a limit, the one with the fewest contacts. */
function mostRoom(
  userIds: readonly string[],
  members: ReadonlyMap<string, AssignableMember>,
): string | undefined {
  const roomOf = (userId: string) => {
    const { contacts = 0, maxContacts = null } = members.get(userId) ?? {}
    return { room: maxContacts === null ? Number.POSITIVE_INFINITY : maxContacts - contacts, contacts }
  }
  return userIds.toSorted((left, right) => {
    const [first, second] = [roomOf(left), roomOf(right)]
    return first.room === second.room ? first.contacts - second.contacts : second.room > first.room ? 1 : -1
  })[0]
}
