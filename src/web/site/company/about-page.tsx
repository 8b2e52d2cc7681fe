import type { MetaDescriptor, MetaFunction } from 'react-router'
import type { Organization, WithContext } from 'schema-dts'
import type { Site, SitePages } from '#contract/site.ts'
import { urls } from '#web/lib/urls.ts'
import { pageServices } from '#web/page-services.ts'
import { Button } from '#web/ui/button.tsx'
import { originOf } from '../page-meta.ts'
import { BodyText } from '../parts/body-text.tsx'
import { ClosingPanel } from '../parts/closing-panel.tsx'
import { FactGrid } from '../parts/fact-grid.tsx'
import { FigureRow } from '../parts/figure-row.tsx'
import { PageBody } from '../parts/page-body.tsx'
import { PageIntro } from '../parts/page-intro.tsx'
import { SiteSection } from '../parts/site-section.tsx'
import { SplitSection } from '../parts/split-section.tsx'
import { describeStaticPage } from '../parts/static-page-meta.ts'
import type { Route } from './+types/about-page'

export function loader({ context }: Route.LoaderArgs) {
  const { pages, site } = pageServices(context)
  return { page: pages.about, brand: site.brand, supportEmail: site.mailboxes.support }
}

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  loaderData
    ? [
        ...describeStaticPage(loaderData.page, urls.about, matches),
        company(loaderData.brand, loaderData.supportEmail, originOf(matches)),
      ]
    : []

function company(brand: Site['brand'], email: string, origin: string): MetaDescriptor {
  const organization = {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    // Same id as on the landing page, so search engines join the two.
    '@id': `${origin}/#organization`,
    name: brand.name,
    legalName: brand.legalName,
    slogan: brand.tagline,
    url: origin + urls.home,
    logo: `${origin}/favicon.svg`,
    address: brand.postalAddress,
    contactPoint: { '@type': 'ContactPoint', contactType: 'customer support', email },
  } satisfies WithContext<Organization>
  return { 'script:ld+json': organization }
}

export default function AboutPage({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <PageBody>
      <PageIntro kicker="Company" heading={page.heading} lead={page.lead} />
      <section aria-labelledby="numbers-heading" className="pb-14 sm:pb-20">
        <h2 id="numbers-heading" className="sr-only">
          By the numbers
        </h2>
        <FigureRow figures={page.numbers} />
      </section>
      <SplitSection id="mission" heading="Our mission">
        <BodyText
          text={page.mission}
          className="max-w-3xl text-lg leading-relaxed sm:text-xl sm:leading-relaxed"
        />
      </SplitSection>
      <SplitSection id="values" heading="Our values">
        <FactGrid facts={page.values} columns={2} />
      </SplitSection>
      <SiteSection id="leadership" heading="Leadership">
        <ul className="grid gap-x-10 gap-y-10 sm:grid-cols-2 xl:grid-cols-4">
          {page.leaders.map((leader) => (
            <Leader key={leader.name} leader={leader} />
          ))}
        </ul>
      </SiteSection>
      <ClosingPanel
        heading="Work with us"
        text="We're looking for people who like careful work and clear writing."
      >
        <Button variant="primary" size="lg" asChild>
          <a href={urls.careers}>See open roles</a>
        </Button>
        <Button size="lg" asChild>
          <a href={urls.contact}>Contact us</a>
        </Button>
      </ClosingPanel>
    </PageBody>
  )
}

function Leader({ leader }: { leader: SitePages['about']['leaders'][number] }) {
  return (
    <li>
      <span
        aria-hidden
        className="grid size-16 place-items-center rounded-full border border-line-strong bg-raised text-lg font-semibold tracking-wide"
      >
        {leader.initials}
      </span>
      <h3 className="mt-5 text-lg">{leader.name}</h3>
      <p className="text-sm text-dim">{leader.role}</p>
      <p className="mt-3 text-muted">{leader.about}</p>
    </li>
  )
}
