import { Download } from 'lucide-react'
import type { MetaFunction } from 'react-router'
import { ERROR_STATUS } from '#contract/errors.ts'
import { urls } from '#web/lib/urls.ts'
import { pageServices } from '#web/page-services.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { breadcrumbs, describe } from '../page-meta.ts'
import { PageBody, PageIntro } from '../parts/blocks.tsx'
import { PageLinks, SideNav } from '../parts/side-nav.tsx'
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

export const meta: MetaFunction = ({ matches }) => [
  ...describe({ title: 'API overview', description: DESCRIPTION, path: urls.api }, matches),
  breadcrumbs(matches, [
    ['Home', urls.home],
    ['API', urls.api],
  ]),
]

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
        <ButtonLink variant="primary" size="lg" href={urls.openApi} download="openapi.json">
          <Download aria-hidden />
          Download openapi.json
        </ButtonLink>
        <ButtonLink size="lg" href={urls.document('api')}>
          Using the API
        </ButtonLink>
      </PageIntro>
      <div className="gap-14 border-t border-line lg:grid lg:grid-cols-[13rem_minmax(0,1fr)]">
        <SideNav label="On this page">
          <PageLinks links={PARTS.map(({ anchor, heading }) => ({ anchor, label: heading }))} />
          <div className="mt-6">
            <PageLinks title="Endpoints" links={groups.map(toPageLink)} />
          </div>
        </SideNav>
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

function toPageLink({ noun, anchor, operations }: OperationGroup) {
  const label = (
    <>
      <span className="flex-1">{noun}</span>
      <span className="figures text-[13px] text-dim">{operations.length}</span>
    </>
  )
  return { anchor, label }
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
