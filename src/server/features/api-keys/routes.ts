import * as contract from '#contract/api-keys.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { ApiKeysService } from './service.ts'

export function apiKeysRoutes(api: Api, service: ApiKeysService): void {
  api.serve(contract.listApiKeys, (call) => service.list(contextOf(call)))
  api.serve(contract.createApiKey, (call) => service.create(contextOf(call), call.body))
  api.serve(contract.rotateApiKey, (call) => service.rotate(contextOf(call), call.params.keyId))
  api.serve(contract.revokeApiKey, (call) => service.revoke(contextOf(call), call.params.keyId))
}
