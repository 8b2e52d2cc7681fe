import type { SanctionsListResponse } from '#domain/risk/sanctions.ts'
import type { ScreeningList } from '#server/features/reference-files/service.ts'

import type { ObservedSubject } from '#server/features/verification/service.ts'
import type { Log } from '#server/platform/log.ts'
import type { EnrichmentClaim } from './claim.ts'
import type { Deps } from './deps.ts'
import { type ProviderOutcome, queryProviders } from './query-providers.ts'

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

/** The current sanctions list for a batch of enrichments; null when it can't be read. */
export function openScreeningList({
  referenceFiles,
  log,
}: Pick<Deps, 'referenceFiles' | 'log'>): Promise<ScreeningList | null> {
  return referenceFiles.screeningList().catch((error: Error) => {
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
    const candidates = await list.candidates(`${firstName} ${lastName}`)
    return { loaded: true, listDate: list.listDate, candidates }
  } catch (error) {
    log.warn({ err: (error as Error).name }, 'The sanctions list could not be searched')
    return 'failed'
  }
}
