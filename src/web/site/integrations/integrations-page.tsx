import { FileUp, KeyRound, Plug } from 'lucide-react'
import type { SitePages } from '#contract/site.ts'
import { urls } from '#web/lib/urls.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkedText } from '../documentation/document-blocks.tsx'
import { contentLoader, contentMeta } from '../page-meta.ts'
import { anchorsOf, ClosingPanel, PageBody, PageIntro, SiteSection } from '../parts/blocks.tsx'
import type { Route } from './+types/integrations-page'

type Integration = SitePages['integrations']['groups'][number]['integrations'][number]

const METHOD_BADGES = {
  'built in': { label: 'Built in', icon: <Plug aria-hidden />, tone: 'green' },
  'with a key': { label: 'API key', icon: <KeyRound aria-hidden />, tone: 'blue' },
  'by file': { label: 'File import', icon: <FileUp aria-hidden />, tone: 'neutral' },
} as const

export const loader = contentLoader('integrations')
export const meta = contentMeta(urls.integrations)

export default function IntegrationsPage({ loaderData: { page } }: Route.ComponentProps) {
  const anchors = anchorsOf(page.groups.map(({ name }) => name))
  return (
    <PageBody>
      <PageIntro kicker="Product" heading={page.heading} lead={page.lead} />
      <nav aria-label="Categories" className="pb-10 sm:pb-14">
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
        <SiteSection
          split
          compact
          key={anchors[position]}
          id={anchors[position] ?? ''}
          heading={name}
          lead={lead}
        >
          <ul className="grid gap-4 sm:grid-cols-2">
            {integrations.map((integration) => (
              <IntegrationCard key={integration.name} integration={integration} />
            ))}
          </ul>
        </SiteSection>
      ))}
      <ClosingPanel
        heading="Don't see what you need?"
        text="Tell us which system you use, or build on the same API the product uses."
        links={[
          { label: 'Request an integration', href: urls.contact, variant: 'primary' },
          { label: 'See the API', href: urls.api },
        ]}
      />
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
