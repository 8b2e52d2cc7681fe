import { bulkContacts } from '#contract/bulk.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { BulkService } from './service.ts'

export function bulkRoutes(api: Api, service: BulkService): void {
  api.serve(bulkContacts, (call) => service.apply(contextOf(call), call.body))
}
