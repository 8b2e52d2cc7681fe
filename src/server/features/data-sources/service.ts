import type { ReferenceFilesService } from '#server/features/reference-files/service.ts'
import type { Platform } from '#server/platform/platform.ts'

/** What the operator sees of the sources that data and sentences come from. */
export function dataSourcesService(
  { providerStatuses, modelStatus, clock }: Pick<Platform, 'providerStatuses' | 'modelStatus' | 'clock'>,
  { referenceFiles }: { referenceFiles: ReferenceFilesService },
) {
  const since = clock.now().toISOString()
  return {
    async overview() {
      const files = await referenceFiles.statuses()
      return { since, sources: providerStatuses(), files, model: modelStatus() }
    },
  }
}

export type DataSourcesService = ReturnType<typeof dataSourcesService>
