import type { MetaFunction } from 'react-router'
import { PRODUCT_NAME } from '#web/lib/brand.ts'
import { SiteFooter } from '#web/site/site-footer.tsx'
import { SiteHeader } from '#web/site/site-header.tsx'
import { ClosingCall } from './closing-call.tsx'
import { Features } from './features.tsx'
import { Hero } from './hero.tsx'
import { ModuleOverview } from './module-overview.tsx'
import { NineDs } from './nine-ds.tsx'
import { Pricing } from './pricing.tsx'

const TITLE = `${PRODUCT_NAME} · Turn life events into real estate intelligence`
const DESCRIPTION =
  'Verified, enriched and scored contacts for real-estate professionals: how likely each person is to move, with the evidence for every point.'

export const meta: MetaFunction = () => [
  { title: TITLE },
  { name: 'description', content: DESCRIPTION },
  { property: 'og:title', content: TITLE },
  { property: 'og:description', content: DESCRIPTION },
  { property: 'og:type', content: 'website' },
]

export default function LandingPage() {
  return (
    <>
      <SiteHeader />
      <main className="mx-auto max-w-7xl px-4 sm:px-6">
        <Hero />
        <ModuleOverview />
        <Features />
        <NineDs />
        <ClosingCall />
        <Pricing />
      </main>
      <SiteFooter />
    </>
  )
}
