import { Readable } from 'node:stream'
import * as contract from '#contract/outreach.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { OutreachService } from './service.ts'

export function outreachRoutes(api: Api, service: OutreachService): void {
  api.serve(contract.writeOutreach, (call) => service.write(contextOf(call), call.params.id, call.body))
  api.serve(contract.getCallingHours, (call) => service.callingHours(contextOf(call), call.params.id))
  api.serve(contract.getLicenseRequirement, (call) =>
    service.licenseRequirement(contextOf(call), call.params.id),
  )
  api.serve(contract.checkOutreachText, (call) => service.check(contextOf(call), call.body))
  api.serve(contract.logOutreach, (call) => service.log(contextOf(call), call.params.id, call.body))
  api.serve(contract.getOutreachRetention, (call) => service.retention(contextOf(call)))
  api.serve(contract.exportOutreachLog, async (call) => {
    const lines = await service.exportLog(contextOf(call))
    return call.reply
      .type('text/csv; charset=utf-8')
      .header('Content-Disposition', 'attachment; filename="outreach-log.csv"')
      .send(Readable.from(lines))
  })
  api.serve(contract.getPostalAddress, (call) => service.postalAddress(contextOf(call)))
  api.serve(contract.setPostalAddress, (call) =>
    service.setPostalAddress(contextOf(call), call.body.postalAddress),
  )
}
