import type { ListAnswer } from '#domain/risk/sanctions.ts'
import type { ReferenceFilesService } from '#server/features/reference-files/service.ts'
import type { Log } from '#server/platform/log.ts'

/**
 * What the sanctions list has under names like this one. A list that cannot be asked is told as such: it must not take
 * the rest of a look-up with it.
 */
export async function askList(
  { referenceFiles, log }: { referenceFiles: Pick<ReferenceFilesService, 'screeningList'>; log: Log },
  { firstName, lastName }: { firstName: string; lastName: string },
): Promise<ListAnswer> {
  try {
    const list = await referenceFiles.screeningList()
    if (!list.loaded) return { loaded: false }
    const candidates = await list.candidates(`${firstName} ${lastName}`)
    return { loaded: true, listDate: list.listDate, candidates }
  } catch (error) {
    log.warn({ err: (error as Error).name }, 'The sanctions list could not be searched')
    return 'failed'
  }
}
