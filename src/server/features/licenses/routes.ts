import * as contract from '#contract/licenses.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { LicensesService } from './service.ts'

export function licensesRoutes(api: Api, service: LicensesService): void {
  api.serve(contract.listLicenses, (call) => service.list(contextOf(call)))
  api.serve(contract.addLicense, (call) => service.add(contextOf(call), call.body))
  api.serve(contract.changeLicense, (call) => service.change(contextOf(call), call.params.id, call.body))
  api.serve(contract.deleteLicense, (call) => service.remove(contextOf(call), call.params.id))
}
