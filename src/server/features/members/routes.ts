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
    const { id, userId } = call.params
    return service.changeRole(contextOf(call), id, userId.toLowerCase(), call.body.role)
  })

  api.serve(removeMember, async (call) => {
    const { id, userId } = call.params
    await service.remove(contextOf(call), id, userId.toLowerCase())
    return call.reply.code(204).send()
  })

  api.serve(leaveOrganization, async (call) => {
    await service.leave(contextOf(call), call.params.id)
    return call.reply.code(204).send()
  })

  api.serve(transferOwnership, (call) =>
    service.transfer(contextOf(call), call.params.id, call.body.userId.toLowerCase()),
  )

  api.serve(deleteAccount, async (call) => {
    await service.deleteAccount(call.session, call.body.email, call.request.id)
    cookies.clear(call.reply)
    return call.reply.code(204).send()
  })
}
