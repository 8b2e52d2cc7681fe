import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { CONTROL } from '#web/ui/field-context.ts'
import { Label } from '#web/ui/label.tsx'
import { ContactField, ContactText } from '../contact/contact-field.tsx'
import { NoScriptNotice } from '../parts/no-script-notice.tsx'

interface PrivacyRequestFormProps {
  /** The longest texts the server takes, in characters. */
  limits: Readonly<Record<'name' | 'email' | 'phone' | 'company' | 'details', number>>
  /** Within so many days an answer comes. */
  days: number
  mailbox: string
}

const KINDS = [
  { value: 'access', label: 'See the data about me' },
  { value: 'correction', label: 'Correct data about me' },
  { value: 'erasure', label: 'Erase the data about me' },
  { value: 'objection', label: 'Not be contacted or scored' },
  { value: 'portability', label: 'Receive a copy of the data about me' },
] as const

/** A request about data on oneself, by anybody. The page's script checks and sends it; a mailed link confirms it. */
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
        For everybody, with or without an account. We mail you a link to confirm that it is you, and answer
        within {days} days after that.
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
            What do you ask for?<span aria-hidden> *</span>
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
          label="Whose data is it, if you know"
          maxLength={limits.company}
          autoComplete="off"
        />
        <ContactText name="details" label="Details" maxLength={limits.details} className="sm:col-span-2" />
        <div aria-hidden className="hidden">
          <label htmlFor="website">Website</label>
          <input id="website" name="website" type="text" tabIndex={-1} autoComplete="off" />
        </div>
        <div className="sm:col-span-2">
          <Button type="submit" variant="primary" size="lg" className="min-w-44 max-sm:w-full">
            Send request
          </Button>
        </div>
      </form>
      <section data-outcome="done" hidden tabIndex={-1} className="mt-6">
        <h3 className="text-lg">Check your mailbox</h3>
        <p className="mt-2 text-muted">
          We mailed you a link. Open it and press the button: from then on we have {days} days to answer.
        </p>
      </section>
    </section>
  )
}
