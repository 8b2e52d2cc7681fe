import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { CONTROL } from '#web/ui/field-context.ts'
import { Label } from '#web/ui/label.tsx'
import { ContactField, ContactText } from '../contact/contact-field.tsx'
import { HoneypotField } from '../parts/honeypot-field.tsx'
import { NoScriptNotice } from '../parts/no-script-notice.tsx'

interface PrivacyRequestFormProps {
  /** Maximum lengths accepted by the server, in characters. */
  limits: Readonly<Record<'name' | 'email' | 'phone' | 'company' | 'details', number>>
  /** Promised reply time, in days. */
  days: number
  mailbox: string
}

const KINDS = [
  { value: 'access', label: 'See my data' },
  { value: 'correction', label: 'Correct my data' },
  { value: 'erasure', label: 'Delete my data' },
  { value: 'objection', label: 'Stop contacting or scoring me' },
  { value: 'portability', label: 'Get a copy of my data' },
] as const

/** Privacy request form, open to everyone. The page's script submits it; an emailed link confirms it. */
export function PrivacyRequestForm({ limits, days, mailbox }: PrivacyRequestFormProps) {
  return (
    <section
      id="make-a-privacy-request"
      aria-labelledby="privacy-request-heading"
      className="mx-auto max-w-3xl scroll-mt-16 py-14 print:hidden"
    >
      <h2 id="privacy-request-heading" className="text-xl sm:text-2xl">
        Make a privacy request
      </h2>
      <p className="mt-3 text-muted">
        Anyone can make a request, with or without an account. We email you a link to confirm it's you, then
        answer within {days} days.
      </p>
      <div className="mt-6">
        <NoScriptNotice mailbox={mailbox} />
      </div>
      <form
        method="post"
        action="/api/privacy/requests"
        data-enhance="privacy-request"
        data-checks
        noValidate
        aria-labelledby="privacy-request-heading"
        className="grid gap-x-4 gap-y-5 sm:grid-cols-2 noscript:hidden"
      >
        <p className="text-sm text-dim sm:col-span-2">Fields marked with * are required.</p>
        <div className="grid content-start gap-1.5 sm:col-span-2">
          <Label htmlFor="kind" className="sm:text-sm">
            What would you like us to do?<span aria-hidden> *</span>
          </Label>
          <select
            id="kind"
            name="kind"
            required
            defaultValue=""
            aria-describedby="kind-error"
            className={cx(CONTROL, 'h-11 md:text-base')}
          >
            <option value="">Choose</option>
            {KINDS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <p id="kind-error" className="text-sm text-red empty:hidden" />
        </div>
        <ContactField name="name" label="Your name" required maxLength={limits.name} autoComplete="name" />
        <ContactField
          name="email"
          label="Email"
          type="email"
          inputMode="email"
          required
          maxLength={limits.email}
          autoComplete="email"
        />
        <ContactField
          name="phone"
          label="Phone"
          type="tel"
          inputMode="tel"
          maxLength={limits.phone}
          autoComplete="tel"
        />
        <ContactField
          name="company"
          label="Company that has your data, if you know"
          maxLength={limits.company}
          autoComplete="off"
        />
        <ContactText name="details" label="Details" maxLength={limits.details} className="sm:col-span-2" />
        <HoneypotField />
        <div className="sm:col-span-2">
          <Button type="submit" variant="primary" size="lg" className="min-w-44 max-sm:w-full">
            Send request
          </Button>
        </div>
      </form>
      <section data-outcome="done" hidden tabIndex={-1} className="mt-6">
        <h3 className="text-lg">Check your email</h3>
        <p className="mt-2 text-muted">
          We emailed you a link. Open it and press the button to confirm. We'll answer within {days} days.
        </p>
      </section>
    </section>
  )
}
