import type { MetaFunction } from 'react-router'
import type { Organization, WithContext } from 'schema-dts'
import type { SitePages } from '#contract/site.ts'
import { urls } from '#web/lib/urls.ts'
import { pageServices } from '#web/page-services.ts'
import { organizationData } from '../organization-data.ts'
import { contentMeta, originOf } from '../page-meta.ts'
import {
  BodyText,
  ClosingPanel,
  FactGrid,
  PageBody,
  PageIntro,
  SiteSection,
  StatRow,
} from '../parts/blocks.tsx'
import type { Route } from './+types/about-page'

export function loader({ context }: Route.LoaderArgs) {
  const { pages, site } = pageServices(context)
  return { page: pages.about, brand: site.brand, supportEmail: site.mailboxes.support }
}

export const meta: MetaFunction<typeof loader> = (args) => {
  if (!args.loaderData) return []
  const { brand, supportEmail } = args.loaderData
  const { name, legalName, tagline, postalAddress } = brand
  const organization = {
    '@context': 'https://schema.org',
    ...organizationData({ origin: originOf(args.matches), name, supportEmail }),
    legalName,
    slogan: tagline,
    address: postalAddress,
  } satisfies WithContext<Organization>
  return [...(contentMeta(urls.about)(args) ?? []), { 'script:ld+json': organization }]
}

export default function AboutPage({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <PageBody>
      <PageIntro kicker="Company" heading={page.heading} lead={page.lead} />
      <section aria-labelledby="numbers-heading" className="pb-14 sm:pb-20">
        <h2 id="numbers-heading" className="sr-only">
          By the numbers
        </h2>
        <StatRow stats={page.numbers} />
      </section>
      <SiteSection split id="mission" heading="Our mission">
        <BodyText
          text={page.mission}
          className="max-w-3xl text-lg leading-relaxed sm:text-xl sm:leading-relaxed"
        />
      </SiteSection>
      <SiteSection split id="values" heading="Our values">
        <FactGrid facts={page.values} columns={2} />
      </SiteSection>
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
        links={[
          { label: 'See open roles', href: urls.careers, variant: 'primary' },
          { label: 'Contact us', href: urls.contact },
        ]}
      />
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
