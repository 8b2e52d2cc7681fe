import { listContactTransfers, startContactTransfer } from '#contract/contact-transfers.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { ContactTransfersService } from './service.ts'

export function contactTransfersRoutes(api: Api, service: ContactTransfersService): void {
  api.serve(listContactTransfers, ({ session, request }) =>
    service.list(session, request.site.organizationId),
  )

  api.serve(startContactTransfer, ({ session, request, body }) => {
    // An organization's own domain shows no other one.
    if (request.site.organizationId !== null) throw notFound('Organization')
    const { from, to, newOrganization } = body
    return service.start(session, request.id, {
      ...{ from: from.toLowerCase(), to: to?.toLowerCase(), newOrganization },
    })
  })
}
