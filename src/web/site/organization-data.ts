import type { Organization } from 'schema-dts'
import { urls } from '#web/lib/urls.ts'

interface OrganizationFacts {
  /** Origin of this installation's URLs. */
  origin: string
  name: string
  supportEmail: string
}

/** Structured data of this installation's company. Every page uses the same id, so that search engines join them. */
export function organizationData({ origin, name, supportEmail }: OrganizationFacts) {
  return {
    '@type': 'Organization',
    '@id': `${origin}/#organization`,
    name,
    url: origin + urls.home,
    logo: `${origin}/favicon.svg`,
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer support',
      email: supportEmail,
      availableLanguage: 'en',
    },
  } satisfies Organization
}
