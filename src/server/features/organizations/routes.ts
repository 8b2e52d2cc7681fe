import { completeProfile } from '#contract/auth.ts'
import { getMembers } from '#contract/organizations.ts'
import { changeNames } from '#contract/profile.ts'
import type { AuthService } from '#server/features/auth/service.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import { sendItems } from '#server/platform/page.ts'
import type { OrganizationsService } from './service.ts'

export function organizationsRoutes(api: Api, service: OrganizationsService, auth: AuthService): void {
  api.serve(completeProfile, async ({ session, body }) => {
    await service.completeProfile(session.userId, body)
    return auth.currentUser(session)
  })

  api.serve(changeNames, async ({ session, body }) => {
    await service.changeNames(session.userId, body)
    return auth.currentUser(session)
  })

  api.serve(getMembers, async (call) =>
    sendItems(call, await service.listMembers(contextOf(call), call.query)),
  )
}
