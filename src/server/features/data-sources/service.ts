import type { ReferenceFilesService } from '#server/features/reference-files/service.ts'
import type { Platform } from '#server/platform/platform.ts'

/** Status of the data providers, reference files and language model, for operators. */
export function dataSourcesService(
  { providerStatuses, modelStatus, clock }: Pick<Platform, 'providerStatuses' | 'modelStatus' | 'clock'>,
  { referenceFiles }: { referenceFiles: ReferenceFilesService },
) {
  const since = clock.now().toISOString()
  return {
    async readOverview() {
      const files = await referenceFiles.listStatuses()
      return { since, sources: providerStatuses(), files, model: modelStatus() }
    },
  }
}

export type DataSourcesService = ReturnType<typeof dataSourcesService>
