import type { SanctionsListResponse } from '#domain/risk/sanctions.ts'
import type { ReferenceFilesService, ScreeningList } from '#server/features/reference-files/service.ts'
import type { Log } from '#server/platform/log.ts'

/** The sanctions list as it stands now, for look-ups that begin together; null where it cannot be read. */
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
 * What the list has under names like this one. A list that cannot be asked is told as such: it must not take the rest of
 * a look-up with it.
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
