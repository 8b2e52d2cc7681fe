import type { ReactNode } from 'react'
import type { ErrorCode } from '#contract/errors.ts'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { DataTable } from '#web/ui/table.tsx'
import { TextLink } from '../documentation/document-blocks.tsx'
import { BodyText } from '../parts/blocks.tsx'
import { examplesOf, keyExample, type Language } from './examples.ts'

const FORMATS = [
  '- Times are ISO 8601 in UTC. Amounts are numbers. To clear a field in an update, send an empty string.',
  '- Write requests with unknown keys are rejected. IDs from another organization return 404.',
  '- Lists take `limit` and `cursor`. The answers of /api/v1 have `data` and `next`, the cursor of the next page. Our own pages find it in the `Link` header with `rel="next"`.',
  '- Rate limits apply per caller. Reads have the highest limit, then writes, then heavy work. Over the limit, you get a 429 with `Retry-After`.',
  '- To run a long import in the background, send `Prefer: respond-async`. You get a 202, and `GET /api/imports/{id}` returns the progress.',
  `- Errors of /api/v1 are problem details with an [address for each code](${urls.document('api-errors')}).`,
].join('\n')

/** Sections above the list of endpoints, also used by the navigation. */
export const PARTS = [
  {
    anchor: 'base-url',
    heading: 'Base URL',
    text: 'All paths below are relative to this URL. Requests and responses are JSON in UTF-8 unless noted otherwise.',
  },
  {
    anchor: 'authentication',
    heading: 'Authentication',
    text: `Create a key under Settings, API and send it with each request to /api/v1. It acts for you, within the permissions that you choose. [Using the API](${urls.document('api')}) explains keys, pages, repeated requests and limits. The other endpoints are those of our own pages: they take the session cookie of a signed-in person, and can change with the pages.`,
  },
  {
    anchor: 'try-it',
    heading: 'Try it',
    text: "Send a request to this server. You don't need to sign in. It returns the name of this installation and which built-in defaults are on.",
  },
  {
    anchor: 'examples',
    heading: 'Examples',
    text: 'List all contacts page by page, using the key from above.',
  },
  {
    anchor: 'errors',
    heading: 'Errors',
    text: 'Every error has the same format. Show `message` to users, and use `code` in your program.',
  },
  { anchor: 'formats', heading: 'Formats, lists and limits', text: FORMATS },
] as const

const MEANINGS: Record<ErrorCode, string> = {
  invalid: 'The request is invalid. See fields for details.',
  unauthenticated: 'Not signed in.',
  code_needed: 'Sign-in is waiting for a code from an authenticator app.',
  payment_required: 'No active subscription or no credits left.',
  forbidden: "Your role doesn't allow this, or the request came from another site.",
  suspended: 'The organization is suspended. Only sign-in, billing, leaving and deletion work.',
  not_found: "Doesn't exist or isn't yours. The response is the same.",
  no_enrichment_data: 'The enrichment found no match and used no credit.',
  method_not_allowed: "The path doesn't support this method.",
  conflict: 'Already exists or is already in progress.',
  organization_changed: 'The session works in another organization by now. Read the user again.',
  too_large: 'The body is too large.',
  unsupported_type: "The content type isn't supported.",
  unprocessable: "The content is readable but can't be used.",
  rate_limited: 'Too many requests. Wait for the number of seconds in Retry-After.',
  internal: 'An error on our side. Include the requestId when you report it.',
  unavailable: "A service the API depends on isn't responding.",
}
const CODE_ROWS = (Object.keys(MEANINGS) as ErrorCode[]).map((code) => ({ code, meaning: MEANINGS[code] }))

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
  const examples: Record<(typeof PARTS)[number]['anchor'], ReactNode> = {
    'base-url': <CodeExample label="Base URL" code={origin} />,
    authentication: <CodeExample label="Send a key with curl" code={keyExample(origin)} />,
    'try-it': <TryIt />,
    examples: <LanguageExamples origin={origin} />,
    errors: (
      <>
        <CodeExample label="Error response" code={ERROR_EXAMPLE} />
        <ErrorTable statuses={statuses} />
      </>
    ),
    formats: null,
  }
  return PARTS.map(({ anchor, heading, text }) => (
    <section key={anchor} id={anchor} aria-labelledby={`${anchor}-heading`} className="mb-14 scroll-mt-24">
      <h2 id={`${anchor}-heading`} className="text-2xl">
        {heading}
      </h2>
      <div className="mt-4 grid gap-4 text-pretty text-muted *:min-w-0">
        <BodyText text={text} />
        {examples[anchor]}
      </div>
    </section>
  ))
}

function TryIt() {
  return (
    <>
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
      <DataTable
        caption="Error codes"
        columns={[
          { label: 'Status', className: 'figures', cell: ({ code }) => statuses[code] },
          { label: 'Code', className: 'font-mono', cell: ({ code }) => code },
          { label: 'Meaning', cell: ({ meaning }) => meaning },
        ]}
        rows={CODE_ROWS}
        rowKey={({ code }) => code}
      />
    </div>
  )
}

interface CodeExampleProps {
  /** Caption, for example the language. */
  label: string
  code: string
}

/** Code block with a copy button. */
export function CodeExample({ label, code }: CodeExampleProps) {
  return (
    <figure className="overflow-hidden rounded-lg border border-line bg-surface">
      <figcaption className="flex min-h-12 items-center justify-between gap-3 border-b border-line pr-2 pl-4 text-[13px] text-muted">
        {label}
        <Button data-action="copy" aria-live="polite" className="h-8 max-md:h-11">
          Copy
        </Button>
      </figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto p-4 text-[13px] leading-relaxed"
      >
        <code className="font-mono">{code}</code>
      </pre>
    </figure>
  )
}

/** Classes that show the example in the chosen language without a script. */
const VISIBLE_CLASSES: Record<Language, string> = {
  curl: 'group-has-[[value=curl]:checked]/examples:block',
  JavaScript: 'group-has-[[value=JavaScript]:checked]/examples:block',
  Python: 'group-has-[[value=Python]:checked]/examples:block',
}

/** Code examples in three languages, one visible at a time. */
function LanguageExamples({ origin }: { origin: string }) {
  const examples = examplesOf(origin)
  return (
    <div className="group/examples">
      <fieldset className="mb-3 flex w-fit gap-1 rounded-lg border border-line p-1">
        <legend className="sr-only">Language of the example</legend>
        {examples.map(({ language }, index) => (
          <label
            key={language}
            className="relative inline-flex h-9 cursor-pointer items-center rounded-md px-3 text-sm has-checked:bg-raised has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-accent max-md:h-11"
          >
            <input
              type="radio"
              name="language"
              value={language}
              defaultChecked={index === 0}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {language}
          </label>
        ))}
      </fieldset>
      {examples.map(({ language, code }) => (
        <div key={language} className={`hidden ${VISIBLE_CLASSES[language]}`}>
          <CodeExample label={language} code={code} />
        </div>
      ))}
    </div>
  )
}
