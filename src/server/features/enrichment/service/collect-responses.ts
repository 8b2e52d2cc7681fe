import type { SanctionsListResponse } from '#domain/risk/sanctions.ts'
import type { ScreeningList } from '#server/features/reference-files/service.ts'

import type { ObservedSubject } from '#server/features/verification/service.ts'
import type { Log } from '#server/platform/log.ts'
import type { EnrichmentClaim } from './claim.ts'
import type { Deps } from './deps.ts'
import { type ProviderOutcome, queryProviders } from './query-providers.ts'

/** Responses of all providers about a contact. */
export type EnrichmentResponse = EnrichmentClaim & {
  providerOutcome: ProviderOutcome
  observed: ObservedSubject
  list: SanctionsListResponse
}

/** Queries data providers, verification and the sanctions list; holds no database connection meanwhile. */
export async function collectResponses(
  deps: Deps,
  claim: EnrichmentClaim,
  list: ScreeningList | null,
): Promise<EnrichmentResponse> {
  const [providerOutcome, observed, listResponse] = await Promise.all([
    queryProviders(deps.providers, claim.contact),
    deps.verification.observe(claim.subject),
    screenName(list, claim.contact, deps.log),
  ])
  return { ...claim, providerOutcome, observed, list: listResponse }
}

/** The current sanctions list for a batch of enrichments; null if it can't be read. */
export function openScreeningList({
  referenceFiles,
  log,
}: Pick<Deps, 'referenceFiles' | 'log'>): Promise<ScreeningList | null> {
  return referenceFiles.getScreeningList().catch((error: Error) => {
    log.warn({ err: error.name }, 'The sanctions list could not be read')
    return null
  })
}

/**
 * Entries of the list with similar names. Returns 'failed' when the list can't be searched: the enrichment itself
 * must go on.
 */
async function screenName(
  list: ScreeningList | null,
  { firstName, lastName }: { firstName: string; lastName: string },
  log: Log,
): Promise<SanctionsListResponse> {
  if (!list) return 'failed'
  if (!list.loaded) return { loaded: false }
  try {
    const candidates = await list.findCandidates(`${firstName} ${lastName}`)
    return { loaded: true, listDate: list.listDate, candidates }
  } catch (error) {
    log.warn({ err: (error as Error).name }, 'The sanctions list could not be searched')
    return 'failed'
  }
}
