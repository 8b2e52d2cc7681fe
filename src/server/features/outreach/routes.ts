import {
  checkOutreachText,
  getCallingHours,
  getPostalAddress,
  logOutreach,
  setPostalAddress,
  writeOutreach,
} from '#contract/outreach.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { OutreachService } from './service.ts'

export function outreachRoutes(api: Api, service: OutreachService): void {
  api.serve(writeOutreach, (call) => service.write(contextOf(call), call.params.id, call.body))
  api.serve(getCallingHours, (call) => service.callingHours(contextOf(call), call.params.id))
  api.serve(checkOutreachText, (call) => service.check(contextOf(call), call.body))
  api.serve(logOutreach, async (call) => {
    const logged = await service.log(contextOf(call), call.params.id, call.body)
    call.reply.code(201)
    return logged
  })
  api.serve(getPostalAddress, (call) => service.postalAddress(contextOf(call), call.params.id))
  api.serve(setPostalAddress, (call) =>
    service.setPostalAddress(contextOf(call), call.params.id, call.body.postalAddress),
  )
}
