import { getDataSources } from '#contract/data-sources.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { DataSourcesService } from './service.ts'

export function dataSourcesRoutes(api: Api, service: DataSourcesService): void {
  api.serve(getDataSources, () => service.readOverview())
}
