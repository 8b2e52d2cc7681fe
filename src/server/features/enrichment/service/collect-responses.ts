import type { SanctionsListResponse } from '#domain/risk/sanctions.ts'
import type { ScreeningList } from '#server/features/reference-files/service.ts'
import type { ObservedSubject } from '#server/features/verification/service.ts'
import type { EnrichmentClaim } from './claim.ts'
import type { Deps } from './deps.ts'
import { type ProviderOutcome, queryProviders } from './query-providers.ts'
import { screenName } from './screening.ts'

/** Responses of all providers about a contact. */
export type EnrichmentResponse = EnrichmentClaim & {
  found: ProviderOutcome
  seen: ObservedSubject
  list: SanctionsListResponse
}

/** Queries data providers, verification and the sanctions list; holds no database connection meanwhile. */
export async function collectResponses(
  deps: Deps,
  claimed: EnrichmentClaim,
  list: ScreeningList | null,
): Promise<EnrichmentResponse> {
  const [found, seen, listed] = await Promise.all([
    queryProviders(deps.providers, claimed.contact),
    deps.verification.observe(claimed.subject),
    screenName(list, claimed.contact, deps.log),
  ])
  return { ...claimed, found, seen, list: listed }
}
