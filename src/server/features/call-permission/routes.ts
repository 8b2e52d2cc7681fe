import {
  addCallExemption,
  deleteRegistryFile,
  getCallPermission,
  listRegistryFiles,
  setCallSettings,
  uploadRegistryFile,
  withdrawCallExemption,
} from '#contract/call-permission.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import { readRequestBody } from '#server/platform/http/raw-body.ts'
import { MAX_REGISTRY_BYTES } from './limits.ts'
import type { CallPermissionService } from './service.ts'

export function callPermissionRoutes(api: Api, service: CallPermissionService): void {
  api.serve(getCallPermission, (call) => service.get(contextOf(call), call.params.id))
  api.serve(addCallExemption, (call) => service.addExemption(contextOf(call), call.params.id, call.body))
  api.serve(withdrawCallExemption, (call) =>
    service.withdrawExemption(contextOf(call), call.params.id, call.params.exemptionId),
  )
  api.serve(listRegistryFiles, (call) => service.listFiles(contextOf(call)))
  api.serve(uploadRegistryFile, (call) =>
    readRequestBody(call, MAX_REGISTRY_BYTES, (bytes) => service.upload(contextOf(call), bytes, call.query)),
  )
  api.serve(deleteRegistryFile, (call) =>
    service.deleteFile(contextOf(call), call.params.registry, call.params.areaCode),
  )
  api.serve(setCallSettings, (call) => service.setAsksUnchecked(contextOf(call), call.body.asksUnchecked))
}
