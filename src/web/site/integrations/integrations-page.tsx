import { FileUp, KeyRound, Plug } from 'lucide-react'
import type { MetaFunction } from 'react-router'
import type { SitePages } from '#contract/site.ts'
import { urls } from '#web/lib/urls.ts'
import { pageServices } from '#web/page-services.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { anchorsOf } from '../parts/anchors.ts'
import { ClosingPanel } from '../parts/closing-panel.tsx'
import { LinkedText } from '../parts/linked-text.tsx'
import { PageBody } from '../parts/page-body.tsx'
import { PageIntro } from '../parts/page-intro.tsx'
import { SplitSection } from '../parts/split-section.tsx'
import { describeStaticPage } from '../parts/static-page-meta.ts'
import type { Route } from './+types/integrations-page'

type Integration = SitePages['integrations']['groups'][number]['integrations'][number]

const METHOD_BADGES = {
  'built in': { label: 'Built in', icon: <Plug aria-hidden />, tone: 'green' },
  'with a key': { label: 'With a key', icon: <KeyRound aria-hidden />, tone: 'blue' },
  'by file': { label: 'By file', icon: <FileUp aria-hidden />, tone: 'neutral' },
} as const

export function loader({ context }: Route.LoaderArgs) {
  return { page: pageServices(context).pages.integrations }
}

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  loaderData ? describeStaticPage(loaderData.page, urls.integrations, matches) : []

export default function IntegrationsPage({ loaderData: { page } }: Route.ComponentProps) {
  const anchors = anchorsOf(page.groups.map(({ name }) => name))
  return (
    <PageBody>
      <PageIntro kicker="Product" heading={page.heading} lead={page.lead} />
      <nav aria-label="Groups" className="pb-10 sm:pb-14">
        <ul className="flex flex-wrap gap-2">
          {page.groups.map(({ name, integrations }, position) => (
            <li key={anchors[position]}>
              <a
                href={`#${anchors[position]}`}
                className="inline-flex min-h-11 items-center gap-2 rounded-lg border border-line px-4 text-sm hover:border-line-strong hover:bg-raised"
              >
                {name} <span className="text-dim tabular-nums">{integrations.length}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {page.groups.map(({ name, lead, integrations }, position) => (
        <SplitSection quiet key={anchors[position]} id={anchors[position] ?? ''} heading={name} lead={lead}>
          <ul className="grid gap-4 sm:grid-cols-2">
            {integrations.map((integration) => (
              <IntegrationCard key={integration.name} integration={integration} />
            ))}
          </ul>
        </SplitSection>
      ))}
      <ClosingPanel
        heading="Don't see what you need?"
        text="Tell us which system you use, or build on the same API the product uses."
      >
        <Button variant="primary" size="lg" asChild>
          <a href={urls.contact}>Ask for an integration</a>
        </Button>
        <Button size="lg" asChild>
          <a href={urls.api}>See the API</a>
        </Button>
      </ClosingPanel>
    </PageBody>
  )
}

function IntegrationCard({ integration: { name, text, how, guide } }: { integration: Integration }) {
  const { label, icon, tone } = METHOD_BADGES[how]
  return (
    <li className="flex flex-col rounded-lg border border-line bg-surface p-5">
      <div className="flex items-start justify-between gap-3">
        <h3>{name}</h3>
        <Badge tone={tone} icon={icon} className="shrink-0">
          {label}
        </Badge>
      </div>
      <p className="mt-2 text-muted">
        <LinkedText text={text} />
      </p>
      {guide && (
        <a
          href={urls.document(guide)}
          className="mt-auto -mb-3 inline-flex min-h-11 items-center self-start text-sm text-accent underline-offset-4 hover:underline"
        >
          Read the guide<span className="sr-only"> for {name}</span>
        </a>
      )}
    </li>
  )
}
