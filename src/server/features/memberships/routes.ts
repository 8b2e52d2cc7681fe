import type { FastifyRequest } from 'fastify'
import { listOwnOrganizations, switchOrganization } from '#contract/auth.ts'
import type { AuthService } from '#server/features/auth/service.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { SessionCookie } from '#server/platform/http/session.ts'
import type { MembershipsService } from './service.ts'

export function membershipsRoutes(
  api: Api,
  service: MembershipsService,
  auth: AuthService,
  cookies: SessionCookie,
): void {
  /** False for another organization than the one whose own domain the caller uses. */
  const isHere = ({ site }: FastifyRequest, organizationId: string) =>
    site.organizationId === null || site.organizationId === organizationId

  api.serve(listOwnOrganizations, async ({ session, request }) =>
    (await service.listOwn(session)).filter(({ id }) => isHere(request, id)),
  )

  api.serve(switchOrganization, async ({ body, request }) => {
    if (!isHere(request, body.organizationId)) throw notFound('Organization')
    const sid = cookies.read(request) ?? ''
    await auth.switchSession(sid, body.organizationId)
    return auth.readCurrentUser(sid)
  })
}
