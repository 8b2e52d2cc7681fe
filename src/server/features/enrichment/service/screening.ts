import type { SanctionsListResponse } from '#domain/risk/sanctions.ts'
import type { ReferenceFilesService, ScreeningList } from '#server/features/reference-files/service.ts'
import type { Log } from '#server/platform/log.ts'

/** The current sanctions list for a batch of enrichments; null when it can't be read. */
export function openScreeningList({
  referenceFiles,
  log,
}: {
  referenceFiles: Pick<ReferenceFilesService, 'screeningList'>
  log: Log
}): Promise<ScreeningList | null> {
  return referenceFiles.screeningList().catch((error: Error) => {
    log.warn({ err: error.name }, 'The sanctions list could not be read')
    return null
  })
}

/**
 * Entries of the list with similar names. Returns 'failed' when the list can't be searched: the enrichment itself
 * must go on.
 */
export async function screenName(
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
