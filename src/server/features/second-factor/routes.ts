import type { FastifyReply, FastifyRequest } from 'fastify'
import * as contract from '#contract/second-factor.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { Session } from '#server/platform/http/session.ts'
import type { SecondFactorService, SignedInUser } from './service.ts'

type Cookies = {
  read(request: FastifyRequest): string | undefined
  set(reply: FastifyReply, sid: string): void
  signedInUserOf(call: { session: Session; request: FastifyRequest }): SignedInUser
}

export function secondFactorRoutes(api: Api, service: SecondFactorService, cookies: Cookies): void {
  const { signedInUserOf } = cookies

  api.serve(contract.getSecondFactor, (call) => service.status(signedInUserOf(call)))

  api.serve(contract.startSecondFactor, (call) => service.start(signedInUserOf(call)))

  api.serve(contract.confirmSecondFactor, async (call) => ({
    recoveryCodes: await service.confirm(signedInUserOf(call), call.body.code),
  }))

  api.serve(contract.renewRecoveryCodes, async (call) => ({
    recoveryCodes: await service.renewRecoveryCodes(signedInUserOf(call), call.body.code),
  }))

  api.serve(contract.turnOffSecondFactor, (call) => service.turnOff(signedInUserOf(call), call.body.code))

  api.serve(contract.verifySecondFactor, async ({ body, request, reply }) => {
    cookies.set(reply, await service.finishSignIn(cookies.read(request), body.code, request.id))
  })

  api.serve(contract.resetSecondFactor, (call) => service.reset(signedInUserOf(call), call.body))
}
