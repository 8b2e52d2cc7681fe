import { BadgeCheck, Gauge, Layers, ShieldAlert } from 'lucide-react'
import { type MetaFunction, redirect } from 'react-router'
import type { Graph, Question, SoftwareApplication } from 'schema-dts'
import type { SitePages } from '#contract/site.ts'
import { ENTERPRISE, PROFESSIONAL } from '#domain/billing/plans.ts'
import { parseBlocks } from '#domain/documentation/document.ts'
import { PeriodToggle } from '#web/features/billing/period-toggle.tsx'
import { PlanCard } from '#web/features/billing/plan-card.tsx'
import { brandNameOf } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { pageServices } from '#web/page-services.ts'
import { TextLink } from '#web/site/documentation/document-blocks.tsx'
import { organizationData } from '#web/site/organization-data.ts'
import { originOf, pageMeta } from '#web/site/page-meta.ts'
import { PageBody, QuestionList } from '#web/site/parts/blocks.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { SAMPLE_TODAY } from '../sample/sample-people.ts'
import type { Route } from './+types/landing-page'
import { Features, Testimonials } from './features.tsx'
import { Hero } from './hero.tsx'
import { NineDs } from './nine-ds.tsx'

export function loader({ context }: Route.LoaderArgs) {
  const { pages, site, organizationId } = pageServices(context)
  // An organization's own domain has no public pages.
  if (organizationId !== null) throw redirect(urls.signIn)
  const { claims, mailboxes, support, terms } = site
  return {
    page: pages.landing,
    people: SAMPLE_TODAY,
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
  const { supportEmail } = loaderData
  return [
    ...pageMeta({ title: `${name} · ${title}`, description, path: urls.home, omitsBrand: true }, matches),
    {
      'script:ld+json': structuredData({ origin: originOf(matches), name, description, supportEmail, faq }),
    },
  ]
}

export default function LandingPage({ loaderData }: Route.ComponentProps) {
  const { page, people, agents, moneyBackDays, replyHours } = loaderData
  return (
    <PageBody>
      <Hero people={people} />
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

/** Call to action above testimonials and pricing. */
function ClosingCall({ agents }: { agents: string }) {
  return (
    <section aria-labelledby="closing-call" className="py-24 text-center sm:py-32">
      <h2 id="closing-call" className="text-3xl sm:text-5xl">
        Start closing more deals
      </h2>
      <p className="mx-auto mt-4 max-w-lg text-lg text-muted">
        Import your contacts, see who's likely to move, and call with a reason. Trusted by {agents} agents.
      </p>
      <Button variant="primary" size="lg" data-action="open-login" className="mt-8">
        Get Started Now
      </Button>
    </section>
  )
}

interface FaqProps {
  questions: SitePages['landing']['faq']
  /** Promised reply time, in hours. */
  replyHours: number
}

/** Expandable questions that work without JavaScript. */
function Faq({ questions, replyHours }: FaqProps) {
  return (
    <section
      id="faq"
      aria-labelledby="faq-title"
      className="grid scroll-mt-16 gap-x-16 gap-y-10 border-t border-line pt-20 pb-12 sm:pt-28 lg:grid-cols-[20rem_1fr]"
    >
      <div>
        <h2 id="faq-title" className="text-3xl sm:text-4xl">
          Frequently asked questions
        </h2>
        <p className="mt-4 text-muted">Have another question? We reply within {replyHours} hours.</p>
        <ButtonLink size="lg" className="mt-6" href={urls.contact}>
          Contact Us
        </ButtonLink>
      </div>
      <QuestionList
        questions={questions.map(({ question, answer }) => ({ question, blocks: parseBlocks(answer) }))}
      />
    </section>
  )
}

/** The plans for sale. CSS shows the monthly or yearly price, so the toggle needs no script. */
function Pricing({ moneyBackDays }: { moneyBackDays: number }) {
  return (
    <section
      id="pricing"
      aria-labelledby="pricing-title"
      className="scroll-mt-16 border-t border-line py-20 sm:py-28"
    >
      <div className="group/plans mx-auto max-w-4xl">
        <div className="flex flex-wrap items-end justify-between gap-4">
          <h2 id="pricing-title" className="text-3xl sm:text-4xl">
            Pricing
          </h2>
          <PeriodToggle />
        </div>
        <div className="mt-8 grid gap-4 md:grid-cols-2">
          <PlanCard
            plan={PROFESSIONAL}
            badge="Most Popular"
            action={
              <Button variant="primary" size="lg" data-action="open-login">
                Get Started Now
              </Button>
            }
          />
          <PlanCard
            plan={ENTERPRISE}
            action={
              <ButtonLink size="lg" href={urls.contact}>
                Contact Sales
              </ButtonLink>
            }
          />
        </div>
        <ul className="mt-6 flex flex-wrap justify-center gap-x-6 gap-y-1 text-sm text-muted">
          <li>{moneyBackDays}-day money-back guarantee</li>
          <li>Cancel anytime</li>
          <li>Payments go through a card payment provider</li>
        </ul>
        <p className="mt-8 text-center text-muted">
          Want to look around first? <TextLink href={urls.freeSignup}>Start with a free account</TextLink>
        </p>
      </div>
    </section>
  )
}

const MODULES = [
  {
    icon: BadgeCheck,
    name: 'Verification',
    text: 'Checks email, phone, address and employer, and tells you what each result is based on.',
  },
  {
    icon: ShieldAlert,
    name: 'Risk Intelligence',
    text: 'Ownership history, fraud checks, sanctions lists and foreclosure records.',
  },
  {
    icon: Layers,
    name: 'Enrichment',
    text: 'Property, work and address history, every field with its source.',
  },
  {
    icon: Gauge,
    name: '9D Scoring',
    text: 'A calibrated chance of moving, explained point by point and tracked over time.',
  },
] as const

function ModuleOverview() {
  return (
    <section aria-labelledby="modules">
      <h2 id="modules" className="sr-only">
        What it does
      </h2>
      <ul className="grid gap-px overflow-hidden rounded-xl border border-line bg-line sm:grid-cols-2 lg:grid-cols-4">
        {MODULES.map(({ icon: Icon, name, text }) => (
          <li key={name} className="bg-surface p-6">
            <Icon aria-hidden className="size-5 text-accent" />
            <h3 className="mt-4 text-lg">{name}</h3>
            <p className="mt-1.5 text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface LandingFacts {
  /** Origin of this installation's URLs. */
  origin: string
  name: string
  description: string
  supportEmail: string
  faq: SitePages['landing']['faq']
}

/** JSON-LD of the landing page: organization, product, prices and FAQ. */
function structuredData(facts: LandingFacts): Graph {
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

function software({ origin, name, description }: LandingFacts) {
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

function questionOf({ question, answer }: LandingFacts['faq'][number]): Question {
  return { '@type': 'Question', name: question, acceptedAnswer: { '@type': 'Answer', text: answer } }
}
