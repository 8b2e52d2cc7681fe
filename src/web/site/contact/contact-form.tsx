import { Button } from '#web/ui/button.tsx'
import { HoneypotField } from '../parts/honeypot-field.tsx'
import { NoScriptNotice } from '../parts/no-script-notice.tsx'
import { ContactField, ContactText } from './contact-field.tsx'

interface ContactFormProps {
  /** Initial subject; may be empty. */
  subject: string
  /** Suggested subjects; any other is accepted. */
  subjects: readonly string[]
  /** Maximum lengths accepted by the server, in characters. */
  limits: Readonly<Record<'name' | 'email' | 'company' | 'phone' | 'subject' | 'message', number>>
  supportEmail: string
}

/** Contact form. The page's script validates and submits it. */
export function ContactForm({ subject, subjects, limits, supportEmail }: ContactFormProps) {
  return (
    <section aria-labelledby="write-heading">
      <h2 id="write-heading" className="sr-only">
        Write to us
      </h2>
      <NoScriptNotice mailbox={supportEmail} />
      <form
        method="post"
        action="/api/contact/submit"
        data-enhance="contact"
        data-checks
        noValidate
        aria-labelledby="write-heading"
        className="grid gap-x-4 gap-y-5 sm:grid-cols-2 noscript:hidden"
      >
        <p className="text-sm text-dim sm:col-span-2">Fields marked with * are required.</p>
        <ContactField
          name="firstName"
          label="First name"
          required
          maxLength={limits.name}
          autoComplete="given-name"
        />
        <ContactField
          name="lastName"
          label="Last name"
          required
          maxLength={limits.name}
          autoComplete="family-name"
        />
        <ContactField
          name="email"
          label="Email"
          type="email"
          inputMode="email"
          required
          maxLength={limits.email}
          autoComplete="email"
          className="sm:col-span-2"
        />
        <ContactField name="company" label="Company" maxLength={limits.company} autoComplete="organization" />
        <ContactField
          name="phone"
          label="Phone"
          type="tel"
          inputMode="tel"
          maxLength={limits.phone}
          autoComplete="tel"
        />
        <ContactField
          name="subject"
          label="Subject"
          required
          defaultValue={subject}
          maxLength={limits.subject}
          autoComplete="off"
          list="contact-subjects"
          className="sm:col-span-2"
        />
        <datalist id="contact-subjects">
          {subjects.map((offered) => (
            <option key={offered} value={offered} />
          ))}
        </datalist>
        <ContactText
          name="message"
          label="Message"
          required
          maxLength={limits.message}
          className="sm:col-span-2"
        />
        <HoneypotField />
        <div className="sm:col-span-2">
          <Button type="submit" variant="primary" size="lg" className="min-w-44 max-sm:w-full">
            Send message
          </Button>
        </div>
      </form>
    </section>
  )
}
