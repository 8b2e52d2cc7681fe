import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#web/ui/class-names.ts'
import type { Field } from './fields.ts'
import type { ShownOperation } from './operations.ts'

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
            <CodeText text={summary} />
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
          <a href={`#${anchor}`} className="text-accent underline">
            Link to this endpoint
          </a>
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

function FieldTable({
  caption,
  fields,
}: {
  caption: string
  fields: readonly (Field & { place?: string })[]
}) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-left text-[13px]">
        <caption className="pb-1.5 text-left font-medium text-text">{caption}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Type</th>
            <th scope="col">Rules</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-y border-line">
          {fields.map(({ name, type, isRequired, bounds, place }) => (
            <tr key={name} className="align-baseline">
              <th scope="row" className="py-1.5 pr-4 font-mono font-normal">
                {name}
              </th>
              <td className="py-1.5 pr-4 text-muted">{type}</td>
              <td className="w-1/2 py-1.5 text-muted">
                {[isRequired ? 'required' : 'optional', place, bounds].filter(Boolean).join('; ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
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

/** Renders words between backticks as code. */
function CodeText({ text }: { text: string }) {
  return text.split('`').map((piece, at) =>
    at % 2 === 1 ? (
      <code key={piece} className="font-mono text-[13px] text-text">
        {piece}
      </code>
    ) : (
      piece
    ),
  )
}
