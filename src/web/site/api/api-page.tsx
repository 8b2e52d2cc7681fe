import { ChevronDown, Download } from 'lucide-react'
import type { MetaFunction } from 'react-router'
import type { BreadcrumbList, WithContext } from 'schema-dts'
import { ERROR_STATUS } from '#contract/errors.ts'
import { urls } from '#web/lib/urls.ts'
import { pageServices } from '#web/page-services.ts'
import { Button } from '#web/ui/button.tsx'
import { describe, originOf } from '../page-meta.ts'
import { PageBody } from '../parts/page-body.tsx'
import { PageIntro } from '../parts/page-intro.tsx'
import type { Route } from './+types/api-page'
import { Conventions, PARTS } from './conventions.tsx'
import { OperationCard } from './operation-card.tsx'
import { groupOperations, type OperationGroup } from './operations.ts'

const DESCRIPTION =
  'Every endpoint of the HTTP API by subject: permissions, parameters, body fields and responses, with examples in curl, JavaScript and Python.'

export function loader({ context }: Route.LoaderArgs) {
  const { openApi, origin } = pageServices(context)
  return { origin, statuses: ERROR_STATUS, groups: groupOperations(openApi()) }
}

export const meta: MetaFunction<typeof loader> = ({ matches }) => {
  const trail: WithContext<BreadcrumbList> = {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'Home', item: originOf(matches) + urls.home },
      { '@type': 'ListItem', position: 2, name: 'API', item: originOf(matches) + urls.api },
    ],
  }
  return [
    ...describe({ title: 'API overview', description: DESCRIPTION, path: urls.api }, matches),
    { 'script:ld+json': trail },
  ]
}

/** API overview: conventions, then every endpoint from the server's OpenAPI document. */
export default function ApiPage({ loaderData: { origin, statuses, groups } }: Route.ComponentProps) {
  const total = groups.reduce((sum, { operations }) => sum + operations.length, 0)
  return (
    <PageBody>
      <PageIntro
        kicker="API overview"
        heading="Everything the product does, over HTTP"
        lead={`${total} endpoints, the same ones our own pages use. This list is generated from the schemas the server validates requests with.`}
      >
        <Button asChild variant="primary" size="lg">
          <a href={urls.openApi} download="openapi.json">
            <Download aria-hidden />
            Download openapi.json
          </a>
        </Button>
        <Button asChild size="lg">
          <a href={urls.document('api')}>Using the API</a>
        </Button>
      </PageIntro>
      <div className="gap-14 border-t border-line lg:grid lg:grid-cols-[13rem_minmax(0,1fr)]">
        <Contents groups={groups} />
        <div className="min-w-0 pt-10 lg:pt-12">
          <div className="max-w-3xl">
            <Conventions origin={origin} statuses={statuses} />
          </div>
          {groups.map((group) => (
            <Group key={group.noun} group={group} />
          ))}
        </div>
      </div>
    </PageBody>
  )
}

/** Table of contents, folded above the page on narrow screens. */
function Contents({ groups }: { groups: readonly OperationGroup[] }) {
  return (
    <>
      <details className="group/contents border-b border-line lg:hidden">
        <summary className="flex min-h-14 list-none items-center gap-2 font-medium [&::-webkit-details-marker]:hidden">
          <span className="flex-1">On this page</span>
          <ChevronDown
            aria-hidden
            className="size-4 text-dim transition-transform group-open/contents:rotate-180"
          />
        </summary>
        <nav aria-label="On this page, folded" className="pb-6">
          <ContentLinks groups={groups} />
        </nav>
      </details>
      <div className="hidden lg:block">
        <nav
          aria-label="On this page"
          className="sticky top-16 max-h-[calc(100dvh-4rem)] overflow-y-auto py-12"
        >
          <ContentLinks groups={groups} />
        </nav>
      </div>
    </>
  )
}

function ContentLinks({ groups }: { groups: readonly OperationGroup[] }) {
  const link =
    'flex min-h-11 items-center justify-between gap-3 text-sm text-muted hover:text-text lg:min-h-8'
  return (
    <>
      <ul className="mb-6">
        {PARTS.map(({ anchor, heading }) => (
          <li key={anchor}>
            <a href={`#${anchor}`} className={link}>
              {heading}
            </a>
          </li>
        ))}
      </ul>
      <p className="mb-1 text-[13px] font-medium text-dim">Endpoints</p>
      <ul>
        {groups.map(({ noun, anchor, operations }) => (
          <li key={noun}>
            <a href={`#${anchor}`} className={link}>
              {noun}
              <span className="figures text-[13px] text-dim">{operations.length}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}

function Group({ group: { noun, anchor, operations } }: { group: OperationGroup }) {
  return (
    <section id={anchor} aria-labelledby={`${anchor}-heading`} className="mb-14 scroll-mt-24">
      <h2 id={`${anchor}-heading`} className="text-2xl">
        {noun}
      </h2>
      <div className="mt-4 divide-y divide-line border-y border-line">
        {operations.map((operation) => (
          <OperationCard key={operation.anchor} operation={operation} />
        ))}
      </div>
    </section>
  )
}
