import type { ListAnswer } from '#domain/risk/sanctions.ts'
import type { ScreeningList } from '#server/features/reference-files/service.ts'
import type { Seen } from '#server/features/verification/service.ts'
import { askList } from './ask-list.ts'
import type { Claimed } from './claim.ts'
import type { Deps } from './deps.ts'
import { type LookUp, lookUp } from './look-up.ts'

/** What was answered about a contact. */
export type Answered = Claimed & { found: LookUp; seen: Seen; list: ListAnswer }

/** Asks providers, vendors and the sanctions list about a contact; no database connection is held meanwhile. */
export async function ask(deps: Deps, claimed: Claimed, list: ScreeningList | null): Promise<Answered> {
  const [found, seen, listed] = await Promise.all([
    lookUp(deps.providers, claimed.contact),
    deps.verification.look(claimed.subject),
    askList(list, claimed.contact, deps.log),
  ])
  return { ...claimed, found, seen, list: listed }
}
