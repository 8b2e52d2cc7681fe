import type { Graph, Question, SoftwareApplication } from 'schema-dts'
import type { SitePages } from '#contract/site.ts'
import { PROFESSIONAL } from '#domain/billing/plans.ts'
import { organizationData } from '../organization-data.ts'

interface Facts {
  /** Origin of this installation's URLs. */
  origin: string
  name: string
  description: string
  supportEmail: string
  faq: SitePages['landing']['faq']
}

/** JSON-LD of the landing page: organization, product, prices and FAQ. */
export function structuredData(facts: Facts): Graph {
  const { origin, name, faq } = facts
  const organization = organizationData(facts)
  const publisher = { '@id': organization['@id'] }
  return {
    '@context': 'https://schema.org',
    '@graph': [
      organization,
      { '@type': 'WebSite', '@id': `${origin}/#website`, name, url: `${origin}/`, publisher },
      { ...software(facts), publisher },
      { '@type': 'FAQPage', '@id': `${origin}/#faq`, mainEntity: faq.map(questionOf) },
    ],
  }
}

function software({ origin, name, description }: Facts) {
  const { monthlyPrice, yearlyPrice } = PROFESSIONAL
  const offer = (price: number, unitCode: string) => ({
    '@type': 'Offer' as const,
    name: PROFESSIONAL.name,
    url: `${origin}/#pricing`,
    price,
    priceCurrency: 'USD',
    priceSpecification: {
      '@type': 'UnitPriceSpecification' as const,
      price,
      priceCurrency: 'USD',
      unitCode,
    },
  })
  return {
    '@type': 'SoftwareApplication',
    '@id': `${origin}/#software`,
    name,
    description,
    url: `${origin}/`,
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Web',
    // Unit codes of UN/CEFACT: a month and a year.
    offers: [offer(monthlyPrice, 'MON'), offer(yearlyPrice, 'ANN')],
  } satisfies SoftwareApplication
}

function questionOf({ question, answer }: Facts['faq'][number]): Question {
  return { '@type': 'Question', name: question, acceptedAnswer: { '@type': 'Answer', text: answer } }
}
