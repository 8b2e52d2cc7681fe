import type { ReactNode } from 'react'
import type { MetaFunction } from 'react-router'
import type { ContactPage as ContactPageData, WithContext } from 'schema-dts'
import { CONTACT_LIMITS } from '#contract/contact-form.ts'
import type { Site } from '#contract/site.ts'
import { urls } from '#web/lib/urls.ts'
import { pageServices } from '#web/page-services.ts'
import { TextLink } from '../documentation/document-blocks.tsx'
import { organizationData } from '../organization-data.ts'
import { originOf, pageMeta } from '../page-meta.ts'
import { PageBody, PageIntro } from '../parts/blocks.tsx'
import { PublicField, type PublicFieldProps, PublicForm } from '../parts/public-form.tsx'
import type { Route } from './+types/contact-page'

/** Passes the limits as data, so the contract's validators aren't bundled for the browser. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { pages, site } = pageServices(context)
  const subject = new URL(request.url).searchParams.get('subject') ?? ''
  return {
    /** Subject given in the link to this page. */
    subject: subject.slice(0, CONTACT_LIMITS.subject),
    page: pages.contact,
    brand: site.brand.name,
    support: site.support,
    mailboxes: site.mailboxes,
    limits: CONTACT_LIMITS,
  }
}

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) => {
  if (!loaderData) return []
  const { title, description } = loaderData.page
  const origin = originOf(matches)
  const supportEmail = loaderData.mailboxes.support
  const contactPage = {
    '@context': 'https://schema.org',
    '@type': 'ContactPage',
    name: title,
    url: origin + urls.contact,
    mainEntity: organizationData({ origin, name: loaderData.brand, supportEmail }),
  } satisfies WithContext<ContactPageData>
  return [...pageMeta({ title, description, path: urls.contact }, matches), { 'script:ld+json': contactPage }]
}

export default function ContactPage({ loaderData }: Route.ComponentProps) {
  const { page, subject, support, mailboxes, limits } = loaderData
  return (
    <PageBody>
      <PageIntro heading={page.heading} lead={page.lead} />
      <div className="grid gap-x-16 gap-y-14 lg:grid-cols-[minmax(0,1fr)_20rem] xl:gap-x-24">
        <ContactForm {...{ page, subject, limits, mailboxes }} />
        <SupportFacts support={support} mailboxes={mailboxes} />
      </div>
    </PageBody>
  )
}

/** Reply time, support hours, email addresses and self-service links. */
function SupportFacts({ support, mailboxes }: { support: Site['support']; mailboxes: Site['mailboxes'] }) {
  const addresses = [
    { subject: 'Support', address: mailboxes.support },
    { subject: 'Privacy', address: mailboxes.dataProtection },
    { subject: 'Security', address: mailboxes.security },
  ]
  return (
    <aside aria-label="Support" className="grid content-start gap-8 text-base">
      <Fact heading="Reply time">
        <p className="text-muted">
          We reply to every message within{' '}
          <strong className="font-medium text-text">{support.replyHours} hours</strong>.
        </p>
      </Fact>
      <Fact heading="Support hours">
        <dl className="grid gap-2">
          {support.hours.map(({ days, open }) => (
            <div key={days} className="flex justify-between gap-4">
              <dt className="text-muted">{days}</dt>
              <dd className="text-right tabular-nums">{open ? `${open} ${support.timeZone}` : 'Closed'}</dd>
            </div>
          ))}
        </dl>
      </Fact>
      <Fact heading="By email">
        <dl className="grid gap-3">
          {addresses.map(({ subject, address }) => (
            <div key={subject}>
              <dt className="text-sm text-dim">{subject}</dt>
              <dd className="min-w-0 wrap-anywhere">
                <TextLink href={`mailto:${address}`}>{address}</TextLink>
              </dd>
            </div>
          ))}
        </dl>
      </Fact>
      <Fact heading="Self-service">
        <div className="grid gap-2 text-muted">
          <p>
            <TextLink href={urls.documentation}>Documentation</TextLink> answers most questions about imports,
            credits and the score.
          </p>
          <p>
            <TextLink href={urls.subscribe}>Subscribe</TextLink> to a plan right away.
          </p>
        </div>
      </Fact>
    </aside>
  )
}

function Fact({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className="border-t border-line pt-5">
      <h2 className="mb-3 text-base">{heading}</h2>
      {children}
    </section>
  )
}

type ContactFormProps = Pick<Route.ComponentProps['loaderData'], 'page' | 'subject' | 'limits' | 'mailboxes'>

const WIDE = 'sm:col-span-2'
const FIELDS: readonly (PublicFieldProps & { name: keyof typeof CONTACT_LIMITS })[] = [
  { name: 'firstName', label: 'First name', required: true, autoComplete: 'given-name' },
  { name: 'lastName', label: 'Last name', required: true, autoComplete: 'family-name' },
  { name: 'email', label: 'Email', type: 'email', required: true, autoComplete: 'email', className: WIDE },
  { name: 'company', label: 'Company', autoComplete: 'organization' },
  { name: 'phone', label: 'Phone', type: 'tel', autoComplete: 'tel' },
  {
    name: 'subject',
    label: 'Subject',
    required: true,
    autoComplete: 'off',
    list: 'contact-subjects',
    className: WIDE,
  },
  { name: 'message', label: 'Message', required: true, as: 'textarea', rows: 7, className: WIDE },
]

function ContactForm({ page, subject, limits, mailboxes }: ContactFormProps) {
  return (
    <section aria-labelledby="write-heading">
      <h2 id="write-heading" className="sr-only">
        Send us a message
      </h2>
      <PublicForm
        enhance="contact"
        action="/api/contact/submit"
        headingId="write-heading"
        mailbox={mailboxes.support}
        submitLabel="Send message"
      >
        {FIELDS.map((field) => (
          <PublicField
            key={field.name}
            {...field}
            maxLength={limits[field.name]}
            defaultValue={field.name === 'subject' ? subject : undefined}
          />
        ))}
        <datalist id="contact-subjects">
          {page.subjects.map((option) => (
            <option key={option} value={option} />
          ))}
        </datalist>
      </PublicForm>
    </section>
  )
}
