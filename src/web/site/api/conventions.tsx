import type { ReactNode } from 'react'
import type { ErrorCode } from '#contract/errors.ts'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { TextLink } from '../documentation/document-blocks.tsx'
import { CodeExample } from './code-example.tsx'
import { signInExample } from './examples.ts'
import { LanguageExamples } from './language-examples.tsx'

/** Sections above the list of endpoints, also used by the navigation. */
export const PARTS = [
  { anchor: 'base-url', heading: 'Base URL' },
  { anchor: 'authentication', heading: 'Authentication' },
  { anchor: 'try-it', heading: 'Try it' },
  { anchor: 'examples', heading: 'Examples' },
  { anchor: 'errors', heading: 'Errors' },
  { anchor: 'formats', heading: 'Formats, lists and limits' },
] as const

const CODES: Record<ErrorCode, string> = {
  invalid: 'The request is invalid; see fields for details',
  unauthenticated: 'Not signed in',
  code_needed: 'Sign-in is waiting for a code from an authenticator app',
  payment_required: 'No active subscription or no credit left',
  forbidden: 'Your role does not allow it, or the request came from another site',
  suspended: 'The organization is suspended; only session, billing, leaving and deletion work',
  not_found: 'Does not exist or is not yours; the response is the same',
  no_enrichment_data: 'The enrichment found no match and cost nothing',
  method_not_allowed: 'The path does not support this method',
  conflict: 'Already exists or is already in progress',
  too_large: 'The body is too large',
  unsupported_type: 'The content type is not supported',
  unprocessable: 'The content was read but cannot be used',
  rate_limited: 'Too many requests; Retry-After gives the seconds to wait',
  internal: 'An error on our side; quote the requestId when you report it',
  unavailable: 'A service the API depends on is not responding',
}

const ERROR_EXAMPLE = `HTTP/1.1 400 Bad Request
Content-Type: application/json

{
  "message": "Last name is required",
  "code": "invalid",
  "requestId": "01a1fcd1-6e33-7c87-930e-fbf20f8c1eb2",
  "fields": { "lastName": "Required" }
}`

interface ConventionsProps {
  origin: string
  /** HTTP status of each error code. */
  statuses: Readonly<Record<ErrorCode, number>>
}

/** Rules for all endpoints: base URL, authentication, errors, formats and limits. */
export function Conventions({ origin, statuses }: ConventionsProps) {
  return (
    <>
      <Part at={0}>
        <p>
          All paths below are relative to this URL. Requests and responses are JSON in UTF-8 unless noted
          otherwise.
        </p>
        <CodeExample label="Base URL" code={origin} />
      </Part>
      <Part at={1}>
        <p>
          There are no API keys yet. A program signs in like a person, with an emailed one-time link, and
          sends the session cookie with each request. It sees what that person sees. A session ends after 7
          days without use, and after 30 days in any case.{' '}
          <TextLink href={urls.document('api')}>Using the API</TextLink> explains when this is a good fit.
        </p>
        <CodeExample label="Sign in with curl" code={signInExample(origin)} />
      </Part>
      <Part at={2}>
        <TryIt />
      </Part>
      <Part at={3}>
        <p>List all contacts, page by page, with the session from above.</p>
        <LanguageExamples origin={origin} />
      </Part>
      <Part at={4}>
        <p>
          Every error has the same body. Show <Code>message</Code> to people; branch on <Code>code</Code>.
        </p>
        <CodeExample label="An error" code={ERROR_EXAMPLE} />
        <ErrorTable statuses={statuses} />
      </Part>
      <Part at={5}>
        <ul className="grid list-disc gap-3 pl-5">
          <li>
            Times are ISO 8601 in UTC; amounts are numbers. An empty string in an update clears the field.
          </li>
          <li>Writes reject unknown keys. IDs of another organization return 404.</li>
          <li>
            Lists take <Code>limit</Code> and <Code>cursor</Code>. The next page is in the <Code>Link</Code>{' '}
            header with <Code>rel="next"</Code>, or as a cursor in the body; <Code>X-Total-Count</Code> is the
            total.
          </li>
          <li>
            Rate limits apply per caller: generous for reads, lower for writes, strict for heavy work. Above
            the limit, the response is 429 with <Code>Retry-After</Code>.
          </li>
          <li>
            Long imports run in the background with <Code>Prefer: respond-async</Code>: the response is 202,
            and <Code>GET /api/imports/{'{id}'}</Code> returns the progress.
          </li>
          <li>
            <Code>GET /api/events</Code> streams live changes as server-sent events. There are no outgoing
            webhooks.
          </li>
        </ul>
      </Part>
    </>
  )
}

function Part({ at, children }: { at: number; children: ReactNode }) {
  const { anchor = '', heading = '' } = PARTS[at] ?? {}
  return (
    <section id={anchor} aria-labelledby={`${anchor}-heading`} className="mb-14 scroll-mt-24">
      <h2 id={`${anchor}-heading`} className="text-2xl">
        {heading}
      </h2>
      <div className="mt-4 grid gap-4 text-pretty text-muted *:min-w-0">{children}</div>
    </section>
  )
}

function TryIt() {
  return (
    <>
      <p>
        This request needs no sign-in. It returns the name of this installation and which built-in defaults
        are on. The button sends it to this server.
      </p>
      <div className="overflow-hidden rounded-lg border border-line bg-surface">
        <div className="flex min-h-14 flex-wrap items-center justify-between gap-3 border-b border-line py-2 pr-2 pl-4">
          <code className="font-mono text-[13px]">
            <span className="text-blue">GET</span> /api/instance
          </code>
          <Button
            variant="primary"
            data-action="try-request"
            data-url="/api/instance"
            aria-controls="try-answer"
          >
            Send request
          </Button>
        </div>
        <pre
          id="try-answer"
          role="status"
          aria-label="Response"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
          tabIndex={0}
          className="min-h-24 overflow-x-auto p-4 font-mono text-[13px] leading-relaxed"
        >
          The response appears here.
        </pre>
      </div>
      <noscript>
        <p>
          The button needs JavaScript. <TextLink href="/api/instance">Open the response</TextLink> instead.
        </p>
      </noscript>
    </>
  )
}

function ErrorTable({ statuses }: Pick<ConventionsProps, 'statuses'>) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-left text-sm">
        <thead className="text-[13px] text-dim">
          <tr>
            <th scope="col" className="py-2 pr-4 font-medium">
              Status
            </th>
            <th scope="col" className="py-2 pr-4 font-medium">
              Code
            </th>
            <th scope="col" className="py-2 font-medium">
              Meaning
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-y border-line">
          {Object.entries(CODES).map(([code, meaning]) => (
            <tr key={code} className="align-baseline">
              <td className="figures py-2 pr-4">{statuses[code as ErrorCode]}</td>
              <td className="py-2 pr-4">
                <Code>{code}</Code>
              </td>
              <td className="py-2">{meaning}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Code({ children }: { children: ReactNode }) {
  return <code className="font-mono text-[0.875em] text-text">{children}</code>
}
