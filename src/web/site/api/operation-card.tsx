import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { joinPresent } from '#web/lib/format.ts'
import { cx } from '#web/ui/class-names.ts'
import { type Column, DataTable } from '#web/ui/table.tsx'
import { LinkedText, TextLink } from '../documentation/document-blocks.tsx'
import type { Field, ShownOperation } from './operations.ts'

const TONES: Readonly<Record<string, string>> = {
  GET: 'text-blue',
  POST: 'text-green',
  PATCH: 'text-yellow',
  PUT: 'text-yellow',
  DELETE: 'text-red',
}

/** One endpoint; expands to show parameters, body and responses. */
export function OperationCard({ operation }: { operation: ShownOperation }) {
  const { method, path, anchor, summary, callers, rate, parameters, body, answers } = operation
  return (
    <details id={anchor} className="group/operation scroll-mt-20">
      <summary className="grid min-h-12 list-none grid-cols-[3.75rem_minmax(0,1fr)_1rem] items-baseline gap-x-3 py-3 hover:bg-surface sm:px-3 [&::-webkit-details-marker]:hidden">
        <span className={cx('font-mono text-[13px] font-medium', TONES[method])}>{method}</span>
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
        <Responses answers={answers} />
      </div>
    </details>
  )
}

function Body({ body: { types, forms } }: { body: NonNullable<ShownOperation['body']> }) {
  if (forms.length === 0) return <Fact term="Body">{types}, as described in the summary</Fact>
  return forms.map((fields, at) => (
    <FieldTable
      key={fields.map(({ name }) => name).join()}
      caption={forms.length > 1 ? `Body, variant ${at + 1} of ${forms.length}` : `Body (${types})`}
      fields={fields}
    />
  ))
}

type ShownField = Field & { place?: string }

const COLUMNS: readonly Column<ShownField>[] = [
  { label: 'Name', isRowHeader: true, className: 'font-mono', cell: ({ name }) => name },
  { label: 'Type', className: 'text-muted', cell: ({ type }) => type },
  {
    label: 'Rules',
    className: 'w-1/2 text-muted',
    cell: ({ isRequired, place, bounds }) =>
      joinPresent([isRequired ? 'required' : 'optional', place, bounds], '; '),
  },
]

function FieldTable({ caption, fields }: { caption: string; fields: readonly ShownField[] }) {
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

function Responses({ answers }: Pick<ShownOperation, 'answers'>) {
  return answers.map(({ status, kind, names }) => (
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
