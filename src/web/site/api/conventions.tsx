import type { ReactNode } from 'react'
import type { ErrorCode } from '#contract/errors.ts'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { TextLink } from '../documentation/document-blocks.tsx'
import { CodeExample } from './code-example.tsx'
import { signInExample } from './examples.ts'
import { LanguageExamples } from './language-examples.tsx'

/** The parts above the list of calls, as the page's own navigation names them. */
export const PARTS = [
  { anchor: 'base-address', heading: 'Base address' },
  { anchor: 'authentication', heading: 'Authentication' },
  { anchor: 'try-it', heading: 'Try it' },
  { anchor: 'examples', heading: 'Examples' },
  { anchor: 'errors', heading: 'Errors' },
  { anchor: 'manners', heading: 'Formats, lists and limits' },
] as const

const CODES: Record<ErrorCode, string> = {
  invalid: 'Something in the request is wrong; fields says what',
  unauthenticated: 'Nobody is signed in',
  code_needed: 'Signing in waits for the code of an authenticator app',
  payment_required: 'A subscription or a credit is missing',
  forbidden: 'The role does not allow it, or the call came from another site',
  suspended: 'The organization is suspended: only its session, billing, leaving and erasure are open',
  not_found: 'Not there, or not yours: both look alike',
  no_enrichment_data: 'The enrichment found no match and cost nothing',
  method_not_allowed: 'The address knows no such method',
  conflict: 'It is there already, or under way',
  too_large: 'The body is longer than the call takes',
  unsupported_type: 'The call takes another kind of body',
  unprocessable: 'The content was read and cannot be used',
  rate_limited: 'Too many calls; Retry-After says how many seconds to wait',
  internal: 'A fault of ours; requestId finds it',
  unavailable: 'Something behind the API does not answer just now',
}

const REFUSAL = `HTTP/1.1 400 Bad Request
Content-Type: application/json

{
  "message": "Last name is required",
  "code": "invalid",
  "requestId": "01a1fcd1-6e33-7c87-930e-fbf20f8c1eb2",
  "fields": { "lastName": "Required" }
}`

interface ConventionsProps {
  origin: string
  /** The HTTP status of each refusal. */
  statuses: Readonly<Record<ErrorCode, number>>
}

/** What holds for all calls: where they are, who calls, how to try, errors and manners. */
export function Conventions({ origin, statuses }: ConventionsProps) {
  return (
    <>
      <Part at={0}>
        <p>
          All paths below continue this address. Calls and answers are JSON in UTF-8 unless a call says
          otherwise.
        </p>
        <CodeExample label="Base address" code={origin} />
      </Part>
      <Part at={1}>
        <p>
          There are no API keys yet. A program signs in as a person does, by a mailed one-time link, and sends
          the session cookie with each call. It sees what that person sees. A session ends after seven days
          without use, and after thirty in any case.{' '}
          <TextLink href={urls.document('api')}>Using the API</TextLink> says what this is good for, and what
          it is not.
        </p>
        <CodeExample label="Sign in with curl" code={signInExample(origin)} />
      </Part>
      <Part at={2}>
        <TryIt />
      </Part>
      <Part at={3}>
        <p>All contacts, page by page, with the session from above.</p>
        <LanguageExamples origin={origin} />
      </Part>
      <Part at={4}>
        <p>
          Every refusal has the same body. <Code>message</Code> is fit to show to a person; decide by{' '}
          <Code>code</Code>.
        </p>
        <CodeExample label="A refusal" code={REFUSAL} />
        <ErrorTable statuses={statuses} />
      </Part>
      <Part at={5}>
        <ul className="grid list-disc gap-3 pl-5">
          <li>
            Times are ISO 8601 in UTC; amounts are numbers. An empty text in a change empties the field.
          </li>
          <li>
            Keys that a call does not know are refused on writes. Another organization's ids answer 404.
          </li>
          <li>
            Lists take <Code>limit</Code> and <Code>cursor</Code>. The next page stands in the{' '}
            <Code>Link</Code> header with <Code>rel="next"</Code>, or as a cursor in the body;{' '}
            <Code>X-Total-Count</Code> says how many there are.
          </li>
          <li>
            Calls are counted for each caller, in bursts that fill up again: reads generously, writes less so,
            heavy work strictly. Beyond that the answer is 429 with <Code>Retry-After</Code>.
          </li>
          <li>
            Long imports run in the background when asked with <Code>Prefer: respond-async</Code>: the answer
            is 202, and <Code>GET /api/imports/{'{id}'}</Code> tells the progress.
          </li>
          <li>
            Live changes come as server-sent events from <Code>GET /api/events</Code>. There are no outgoing
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
        One call that needs nobody signed in: it tells the name of this instance and which embedded defaults
        are on. The button sends it to this very server.
      </p>
      <div className="overflow-hidden rounded-lg border border-line bg-surface">
        <div className="flex min-h-14 flex-wrap items-center justify-between gap-3 border-b border-line py-2 pr-2 pl-4">
          <code className="font-mono text-[13px]">
            <span className="text-blue">GET</span> /api/instance
          </code>
          <Button
            variant="primary"
            data-action="try-request"
            data-address="/api/instance"
            aria-controls="try-answer"
          >
            Send request
          </Button>
        </div>
        <pre
          id="try-answer"
          role="status"
          aria-label="Answer"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
          tabIndex={0}
          className="min-h-24 overflow-x-auto p-4 font-mono text-[13px] leading-relaxed"
        >
          The answer appears here.
        </pre>
      </div>
      <noscript>
        <p>
          The button needs a script. <TextLink href="/api/instance">Open the answer</TextLink> instead.
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
