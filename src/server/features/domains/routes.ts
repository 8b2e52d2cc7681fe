import * as contract from '#contract/domains.ts'
import { contextOf } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { DomainsService } from './service.ts'

export function domainsRoutes(api: Api, service: DomainsService): void {
  api.serve(contract.listDomains, (call) => service.list(contextOf(call)))
  api.serve(contract.addDomain, (call) => service.add(contextOf(call), call.body))
  api.serve(contract.checkDomain, (call) => service.check(contextOf(call), call.params.domainId))
  api.serve(contract.removeDomain, (call) => service.remove(contextOf(call), call.params.domainId))
  api.serve(contract.isDomainAllowed, async ({ query }) => {
    if (!service.isAllowed(query.domain)) throw notFound('Domain')
  })
}
