import type { MetaFunction } from 'react-router'
import { brandNameOf } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { pageServices } from '#web/page-services.ts'
import { describe, originOf } from '#web/site/page-meta.ts'
import { PageBody } from '#web/site/parts/page-body.tsx'
import type { Route } from './+types/landing-page'
import { ClosingCall } from './closing-call.tsx'
import { Faq } from './faq.tsx'
import { Features } from './features.tsx'
import { Hero } from './hero.tsx'
import { ModuleOverview } from './module-overview.tsx'
import { NineDs } from './nine-ds.tsx'
import { Pricing } from './pricing.tsx'
import { structuredData } from './structured-data.ts'
import { Testimonials } from './testimonials.tsx'

export function loader({ context }: Route.LoaderArgs) {
  const { pages, site } = pageServices(context)
  const { claims, mailboxes, support, terms } = site
  return {
    page: pages.landing,
    agents: claims.agents,
    moneyBackDays: terms.moneyBackDays,
    replyHours: support.replyHours,
    supportEmail: mailboxes.support,
  }
}

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) => {
  if (!loaderData) return []
  const { title, description, faq } = loaderData.page
  const name = brandNameOf(matches)
  const origin = originOf(matches)
  return [
    ...describe({ title: `${name} · ${title}`, description, path: urls.home, bare: true }, matches),
    {
      'script:ld+json': structuredData({
        origin,
        name,
        description,
        supportEmail: loaderData.supportEmail,
        faq,
      }),
    },
  ]
}

export default function LandingPage({ loaderData }: Route.ComponentProps) {
  const { page, agents, moneyBackDays, replyHours } = loaderData
  return (
    <PageBody>
      <Hero />
      <ModuleOverview />
      <Features />
      <NineDs />
      <ClosingCall agents={agents} />
      <Testimonials testimonials={page.testimonials} />
      <Pricing moneyBackDays={moneyBackDays} />
      <Faq questions={page.faq} replyHours={replyHours} />
    </PageBody>
  )
}
