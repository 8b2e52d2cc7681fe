import { ChevronDown, Download } from 'lucide-react'
import type { ReactNode } from 'react'
import type { MetaFunction } from 'react-router'
import { ERROR_STATUS } from '#contract/errors.ts'
import { joinPresent } from '#web/lib/format.ts'
import { urls } from '#web/lib/urls.ts'
import { pageServices } from '#web/page-services.ts'
import { LinkedText, TextLink } from '#web/site/documentation/document-blocks.tsx'
import { breadcrumbs, pageMeta } from '#web/site/page-meta.ts'
import { PageBody, PageIntro } from '#web/site/parts/blocks.tsx'
import { PageLinks, SideNav } from '#web/site/parts/side-nav.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { cx } from '#web/ui/class-names.ts'
import { type Column, DataTable } from '#web/ui/table.tsx'
import type { Route } from './+types/api-page'
import { CodeExample, Conventions, PARTS } from './conventions.tsx'
import { type DocumentedOperation, type Field, groupOperations, type OperationGroup } from './operations.ts'

const DESCRIPTION =
  'Every endpoint of the HTTP API, with permissions, parameters, body fields, responses, and examples in curl, JavaScript and Python.'

export function loader({ context }: Route.LoaderArgs) {
  const { openApi, origin } = pageServices(context)
  return { origin, statuses: ERROR_STATUS, groups: groupOperations(openApi()) }
}

export const meta: MetaFunction = ({ matches }) => [
  ...pageMeta({ title: 'API overview', description: DESCRIPTION, path: urls.api }, matches),
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
        lead={`${total} endpoints: API v1 for your programs, and below it the ones our own pages use. This reference is generated from the schemas that validate every request.`}
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
            <Group key={group.noun} group={group} origin={origin} />
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

function Group({ group: { noun, anchor, operations }, origin }: { group: OperationGroup; origin: string }) {
  return (
    <section id={anchor} aria-labelledby={`${anchor}-heading`} className="mb-14 scroll-mt-24">
      <h2 id={`${anchor}-heading`} className="text-2xl">
        {noun}
      </h2>
      <div className="mt-4 divide-y divide-line border-y border-line">
        {operations.map((operation) => (
          <OperationCard key={operation.anchor} operation={operation} origin={origin} />
        ))}
      </div>
    </section>
  )
}

const METHOD_CLASSES: Readonly<Record<string, string>> = {
  GET: 'text-blue',
  POST: 'text-green',
  PATCH: 'text-yellow',
  PUT: 'text-yellow',
  DELETE: 'text-red',
}

/** One endpoint; expands to show parameters, body and responses. */
function OperationCard({ operation, origin }: { operation: DocumentedOperation; origin: string }) {
  const { method, path, anchor, summary, callers, rate, parameters, body, responses, example } = operation
  return (
    <details id={anchor} className="group/operation scroll-mt-20">
      <summary className="grid min-h-12 list-none grid-cols-[3.75rem_minmax(0,1fr)_1rem] items-baseline gap-x-3 py-3 hover:bg-surface sm:px-3 [&::-webkit-details-marker]:hidden">
        <span className={cx('font-mono text-[13px] font-medium', METHOD_CLASSES[method])}>{method}</span>
        <span className="min-w-0">
          <code className="block font-mono text-[13px] wrap-anywhere sm:text-sm">{path}</code>
          <span className="mt-0.5 block text-sm text-muted">
            <LinkedText text={summary} />
          </span>
        </span>
        <ChevronDown
          aria-hidden
          className="size-4 self-center text-dim transition-transform group-open/operation:rotate-180"
        />
      </summary>
      <div className="grid gap-5 pt-1 pb-6 text-sm sm:pr-3 sm:pl-[5.25rem]">
        <p className="text-muted">
          <span className="text-text">{callers}</span>. {rate}.{' '}
          <TextLink href={`#${anchor}`}>Link to this endpoint</TextLink>
        </p>
        {parameters.length > 0 && <FieldTable caption="Parameters" fields={parameters} />}
        {body && <Body body={body} />}
        {example ? (
          <>
            <CodeExample label="Example" code={example.command.replace('{origin}', origin)} />
            {example.answer !== null && (
              <CodeExample label="Answer" code={JSON.stringify(example.answer, null, 2)} />
            )}
          </>
        ) : (
          <Responses responses={responses} />
        )}
      </div>
    </details>
  )
}

function Body({ body: { types, variants } }: { body: NonNullable<DocumentedOperation['body']> }) {
  if (variants.length === 0) return <Fact term="Body">{types}, as described in the summary</Fact>
  return variants.map((fields, index) => (
    <FieldTable
      key={fields.map(({ name }) => name).join()}
      caption={variants.length > 1 ? `Body, variant ${index + 1} of ${variants.length}` : `Body (${types})`}
      fields={fields}
    />
  ))
}

type FieldRow = Field & { location?: string }

const COLUMNS: readonly Column<FieldRow>[] = [
  { label: 'Name', isRowHeader: true, className: 'font-mono', cell: ({ name }) => name },
  { label: 'Type', className: 'text-muted', cell: ({ type }) => type },
  {
    label: 'Rules',
    className: 'w-1/2 text-muted',
    cell: ({ isRequired, location, bounds }) =>
      joinPresent([isRequired ? 'required' : 'optional', location, bounds], '; '),
  },
]

function FieldTable({ caption, fields }: { caption: string; fields: readonly FieldRow[] }) {
  return (
    <div className="overflow-x-auto">
      <p aria-hidden className="pb-1.5 text-[13px] font-medium">
        {caption}
      </p>
      <DataTable
        isDense
        caption={caption}
        headClassName="sr-only"
        columns={COLUMNS}
        rows={fields}
        rowKey={({ name }) => name}
      />
    </div>
  )
}

function Responses({ responses }: Pick<DocumentedOperation, 'responses'>) {
  return responses.map(({ status, kind, names }) => (
    <Fact key={status} term={`Response ${status}`}>
      {kind}
      {names.length > 0 && (
        <>
          : <code className="font-mono text-[13px] wrap-anywhere">{names.join(', ')}</code>
        </>
      )}
    </Fact>
  ))
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <p className="font-medium">{term}</p>
      <p className="mt-0.5 text-muted">{children}</p>
    </div>
  )
}
