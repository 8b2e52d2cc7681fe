/** A member as files name them. */
export type NamedMember = {
  userId: string
  email: string
  firstName: string | null
  lastName: string | null
}

/**
 * Finds the member that a file names as someone's agent: by email address or full name, regardless of case. Null if no
 * member fits, or several do.
 */
export function createMemberMatcher(members: readonly NamedMember[]): (value: string) => string | null {
  const idsByKey = new Map<string, Set<string>>()
  for (const { userId, email, firstName, lastName } of members) {
    const keys =
      firstName && lastName ? [email, `${firstName} ${lastName}`, `${lastName}, ${firstName}`] : [email]
    for (const key of keys.map(toKey)) idsByKey.set(key, (idsByKey.get(key) ?? new Set()).add(userId))
  }
  return (value) => {
    const [userId = null, ...others] = idsByKey.get(toKey(value)) ?? []
    return others.length === 0 ? userId : null
  }
}

function toKey(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()
}
