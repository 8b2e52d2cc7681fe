import type { FastifyRequest } from 'fastify'
import { completeProfile, createOrganization } from '#contract/auth.ts'
import { getMembers } from '#contract/organizations.ts'
import { changeNames } from '#contract/profile.ts'
import type { AuthService } from '#server/features/auth/service.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { SessionCookie } from '#server/platform/http/session.ts'
import { sendItems } from '#server/platform/page.ts'
import type { OrganizationsService } from './service.ts'

export function organizationsRoutes(
  api: Api,
  service: OrganizationsService,
  auth: AuthService,
  cookies: SessionCookie,
): void {
  const userOf = (request: FastifyRequest) => auth.readCurrentUser(cookies.read(request))

  api.serve(completeProfile, async ({ session, body, request }) => {
    await service.completeProfile(session, body)
    return userOf(request)
  })

  api.serve(createOrganization, async (call) => {
    await service.createAnother(cookies.signedInUserOf(call), call.body.companyName)
    return userOf(call.request)
  })

  api.serve(changeNames, async ({ session, body }) => {
    await service.changeNames(session, body)
    return auth.currentUser(session)
  })

  api.serve(getMembers, async (call) =>
    sendItems(call, await service.listMembers(contextOf(call), call.query)),
  )
}
