import type { ReferenceFilesService } from '#server/features/reference-files/service.ts'
import type { Platform } from '#server/platform/platform.ts'

/** What the operator sees of the sources that people and property data come from. */
export function dataSourcesService(
  { providerStatuses, clock }: Pick<Platform, 'providerStatuses' | 'clock'>,
  { referenceFiles }: { referenceFiles: ReferenceFilesService },
) {
  const since = clock.now().toISOString()
  return {
    async overview() {
      return { since, sources: providerStatuses(), files: await referenceFiles.statuses() }
    },
  }
}

export type DataSourcesService = ReturnType<typeof dataSourcesService>
