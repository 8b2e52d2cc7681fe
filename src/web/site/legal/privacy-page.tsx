import { PRIVACY_LIMITS } from '#contract/privacy-requests.ts'
import { urls } from '#web/lib/urls.ts'
import { pageServices } from '#web/page-services.ts'
import { contentMeta } from '../page-meta.ts'
import { PublicField, type PublicFieldProps, PublicForm } from '../parts/public-form.tsx'
import type { Route } from './+types/privacy-page'
import { LegalDocument } from './legal-document.tsx'

/** Passes the limits as data, so the contract's validators aren't bundled for the browser. */
export function loader({ context }: Route.LoaderArgs) {
  const { pages, site } = pageServices(context)
  return {
    page: pages.privacy,
    days: site.terms.privacyRequestDays,
    mailbox: site.mailboxes.dataProtection,
    limits: PRIVACY_LIMITS,
  }
}

export const meta = contentMeta(urls.privacy)

export default function PrivacyPage({ loaderData }: Route.ComponentProps) {
  const { page, days, mailbox, limits } = loaderData
  return (
    <LegalDocument page={page}>
      <PrivacyRequestForm days={days} mailbox={mailbox} limits={limits} />
    </LegalDocument>
  )
}

const KIND_OPTIONS = {
  access: 'See my data',
  correction: 'Correct my data',
  erasure: 'Delete my data',
  objection: 'Stop contacting or scoring me',
  portability: 'Get a copy of my data',
}

const FIELDS: readonly (PublicFieldProps & { name: keyof typeof PRIVACY_LIMITS })[] = [
  { name: 'name', label: 'Your name', required: true, autoComplete: 'name' },
  { name: 'email', label: 'Email', type: 'email', required: true, autoComplete: 'email' },
  { name: 'phone', label: 'Phone', type: 'tel', autoComplete: 'tel' },
  { name: 'company', label: 'Company that has your data, if you know it', autoComplete: 'off' },
  { name: 'details', label: 'Details', as: 'textarea', rows: 7, className: 'sm:col-span-2' },
]

type PrivacyRequestFormProps = Pick<Route.ComponentProps['loaderData'], 'days' | 'mailbox' | 'limits'>

/** Privacy request form, open to everyone. An emailed link confirms the request. */
function PrivacyRequestForm({ limits, days, mailbox }: PrivacyRequestFormProps) {
  return (
    <section
      id="make-a-privacy-request"
      aria-labelledby="privacy-request-heading"
      className="mx-auto max-w-3xl scroll-mt-16 py-14 print:hidden"
    >
      <h2 id="privacy-request-heading" className="text-xl sm:text-2xl">
        Make a privacy request
      </h2>
      <p className="mt-3 mb-6 text-muted">
        Anyone can make a request, with or without an account. We email you a link to confirm it's you, then
        answer within {days} days.
      </p>
      <PublicForm
        enhance="privacy-request"
        action="/api/privacy/requests"
        headingId="privacy-request-heading"
        mailbox={mailbox}
        submitLabel="Send request"
      >
        <PublicField
          as="select"
          name="kind"
          label="What would you like us to do?"
          required
          defaultValue=""
          className="sm:col-span-2"
        >
          <option value="">Choose a request</option>
          {Object.entries(KIND_OPTIONS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </PublicField>
        {FIELDS.map((field) => (
          <PublicField key={field.name} {...field} maxLength={limits[field.name]} />
        ))}
      </PublicForm>
      <section data-outcome="done" hidden tabIndex={-1} className="mt-6">
        <h3 className="text-lg">Check your email</h3>
        <p className="mt-2 text-muted">
          We emailed you a link. Open it and press the button to confirm. We'll answer within {days} days.
        </p>
      </section>
    </section>
  )
}
