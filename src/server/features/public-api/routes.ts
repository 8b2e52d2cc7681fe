import type { Api } from '#server/platform/http/api.ts'
import { contactRoutes } from './routes/contacts.ts'
import type { PublicApiService } from './service.ts'

export function publicApiRoutes(api: Api, service: PublicApiService): void {
  contactRoutes(api, service)
}
