import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Domain, DomainInput } from '#contract/domains.ts'
import { useMember } from '#web/features/auth/protected.tsx'
import { useOrganizationChange } from '#web/features/organization/organization-change.ts'
import { call } from '#web/lib/api.ts'

/** Domains of the organization; owners and admins only. */
export function useDomains(enabled: boolean) {
  const { organizationId: id } = useMember()
  return useQuery(
    queryOptions({
      queryKey: ['/api/organizations', id, 'domains'],
      queryFn: ({ signal }) => call('GET /api/organizations/{id}/domains', { params: { id }, signal }),
      enabled,
    }),
  )
}

/** Adds a domain; the form shows its errors. */
export const useAddDomain = () =>
  useOrganizationChange({
    change: (id, body: DomainInput) => call('POST /api/organizations/{id}/domains', { params: { id }, body }),
    successToast: ({ domain }) => ({
      title: 'Domain Added',
      description: `Now add the TXT record of ${domain}.`,
    }),
  })

const CHECK_FAILURES: Readonly<Record<NonNullable<Domain['problem']>, string>> = {
  missing: "We didn't find the TXT record yet. Changes can take up to an hour to appear.",
  unreachable: "The domain's name servers didn't answer. Try again in a few minutes.",
  taken: 'Another organization uses this domain. It has to withdraw it first.',
  plan: 'The TXT record is there, but your plan has no custom domains.',
}

export const checkText = ({ problem }: Pick<Domain, 'problem'>): string | null =>
  problem && CHECK_FAILURES[problem]

export const useCheckDomain = () =>
  useOrganizationChange({
    change: (id, domain: Domain) =>
      call('POST /api/organizations/{id}/domains/{domainId}/check', {
        params: { id, domainId: domain.id },
      }),
    failureToast: ['Error', "We couldn't check the domain. Try again."],
    successToast: (_, domain) => ({
      title: domain.problem ? 'Not Proven Yet' : 'Domain Proven',
      description: checkText(domain) ?? `${domain.domain} works now.`,
    }),
  })

export const useWithdrawDomain = () =>
  useOrganizationChange({
    change: (id, domain: Domain) =>
      call('DELETE /api/organizations/{id}/domains/{domainId}', { params: { id, domainId: domain.id } }),
    failureToast: ['Error', "We couldn't withdraw the domain. Try again."],
    successToast: ({ domain }) => ({ title: 'Domain Withdrawn', description: `${domain} no longer works.` }),
  })
