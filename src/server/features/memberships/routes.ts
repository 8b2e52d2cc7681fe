import { listOwnOrganizations, switchOrganization } from '#contract/auth.ts'
import type { AuthService } from '#server/features/auth/service.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { SessionCookie } from '#server/platform/http/session.ts'
import type { MembershipsService } from './service.ts'

export function membershipsRoutes(
  api: Api,
  service: MembershipsService,
  auth: AuthService,
  cookies: SessionCookie,
): void {
  api.serve(listOwnOrganizations, ({ session }) => service.listOwn(session))

  api.serve(switchOrganization, async ({ body, request }) => {
    const sid = cookies.read(request) ?? ''
    await auth.switchSession(sid, body.organizationId)
    return auth.readCurrentUser(sid)
  })
}
