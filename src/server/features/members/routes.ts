import type { FastifyReply } from 'fastify'
import { changeMember, leaveOrganization, removeMember, transferOwnership } from '#contract/organizations.ts'
import { deleteAccount } from '#contract/profile.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { MembersService } from './service.ts'

export function membersRoutes(
  api: Api,
  service: MembersService,
  cookies: { clear(reply: FastifyReply): void },
): void {
  api.serve(changeMember, (call) => {
    return service.changeRole(contextOf(call), call.params.userId.toLowerCase(), call.body.role)
  })

  api.serve(removeMember, (call) => service.remove(contextOf(call), call.params.userId.toLowerCase()))

  api.serve(leaveOrganization, (call) => service.leave(contextOf(call)))

  api.serve(transferOwnership, (call) => service.transfer(contextOf(call), call.body.userId.toLowerCase()))

  api.serve(deleteAccount, async (call) => {
    await service.deleteAccount(call.session, call.body.email, call.request.id)
    cookies.clear(call.reply)
  })
}
