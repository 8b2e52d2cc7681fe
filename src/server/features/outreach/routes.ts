import * as contract from '#contract/outreach.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { OutreachService } from './service.ts'

export function outreachRoutes(api: Api, service: OutreachService): void {
  api.serve(contract.writeOutreach, (call) => service.write(contextOf(call), call.params.id, call.body))
  api.serve(contract.getCallingHours, (call) => service.callingHours(contextOf(call), call.params.id))
  api.serve(contract.checkOutreachText, (call) => service.check(contextOf(call), call.body))
  api.serve(contract.logOutreach, (call) => service.log(contextOf(call), call.params.id, call.body))
  api.serve(contract.getPostalAddress, (call) => service.postalAddress(contextOf(call)))
  api.serve(contract.setPostalAddress, (call) =>
    service.setPostalAddress(contextOf(call), call.body.postalAddress),
  )
}
