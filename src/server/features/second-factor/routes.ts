import type { FastifyReply, FastifyRequest } from 'fastify'
import * as contract from '#contract/second-factor.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { Session } from '#server/platform/http/session.ts'
import type { SecondFactorService } from './service.ts'

type Cookies = {
  read(request: FastifyRequest): string | undefined
  set(reply: FastifyReply, sid: string): void
}

export function secondFactorRoutes(api: Api, service: SecondFactorService, cookies: Cookies): void {
  const callerOf = ({ session, request }: { session: Session; request: FastifyRequest }) => ({
    session,
    sid: cookies.read(request) ?? '',
    requestId: request.id,
  })

  api.serve(contract.getSecondFactor, (call) => service.status(callerOf(call)))

  api.serve(contract.startSecondFactor, (call) => service.start(callerOf(call)))

  api.serve(contract.confirmSecondFactor, async (call) => ({
    recoveryCodes: await service.confirm(callerOf(call), call.body.code),
  }))

  api.serve(contract.renewRecoveryCodes, async (call) => ({
    recoveryCodes: await service.renewRecoveryCodes(callerOf(call), call.body.code),
  }))

  api.serve(contract.turnOffSecondFactor, async (call) => {
    await service.turnOff(callerOf(call), call.body.code)
    return call.reply.code(204).send()
  })

  api.serve(contract.verifySecondFactor, async ({ body, request, reply }) => {
    cookies.set(reply, await service.finishSignIn(cookies.read(request), body.code, request.id))
    return reply.code(204).send()
  })

  api.serve(contract.resetSecondFactor, async (call) => {
    await service.reset(callerOf(call), call.body)
    return call.reply.code(204).send()
  })
}
