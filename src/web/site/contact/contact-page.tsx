import type { MetaDescriptor, MetaFunction } from 'react-router'
import type { ContactPage as ContactPageData, WithContext } from 'schema-dts'
import {
  CONTACT_COMPANY_MAX,
  CONTACT_MESSAGE_MAX,
  CONTACT_NAME_MAX,
  CONTACT_PHONE_MAX,
  CONTACT_SUBJECT_MAX,
} from '#contract/contact-form.ts'
import { EMAIL_MAX_LENGTH } from '#domain/identity/email.ts'
import { urls } from '#web/lib/urls.ts'
import { pageServices } from '#web/page-services.ts'
import { describe, originOf } from '../page-meta.ts'
import { PageBody } from '../parts/page-body.tsx'
import { PageIntro } from '../parts/page-intro.tsx'
import type { Route } from './+types/contact-page'
import { ContactForm } from './contact-form.tsx'
import { SupportFacts } from './support-facts.tsx'

/** Passes the limits as data, so the contract's validators aren't bundled for the browser. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { pages, site } = pageServices(context)
  const subject = new URL(request.url).searchParams.get('subject') ?? ''
  return {
    /** Subject given in the link to this page. */
    subject: subject.slice(0, CONTACT_SUBJECT_MAX),
    page: pages.contact,
    brand: site.brand.name,
    support: site.support,
    mailboxes: site.mailboxes,
    limits: {
      name: CONTACT_NAME_MAX,
      email: EMAIL_MAX_LENGTH,
      company: CONTACT_COMPANY_MAX,
      phone: CONTACT_PHONE_MAX,
      subject: CONTACT_SUBJECT_MAX,
      message: CONTACT_MESSAGE_MAX,
    },
  }
}

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) => {
  if (!loaderData) return []
  const { title, description } = loaderData.page
  return [
    ...describe({ title, description, path: urls.contact }, matches),
    { 'script:ld+json': contactData(loaderData, originOf(matches)) },
  ]
}

type LdJson = Extract<MetaDescriptor, { 'script:ld+json': unknown }>['script:ld+json']

function contactData(
  { page, brand, mailboxes }: Pick<Route.ComponentProps['loaderData'], 'page' | 'brand' | 'mailboxes'>,
  origin: string,
): WithContext<ContactPageData> & LdJson {
  return {
    '@context': 'https://schema.org',
    '@type': 'ContactPage',
    name: page.title,
    url: origin + urls.contact,
    mainEntity: {
      '@type': 'Organization',
      name: brand,
      url: origin,
      contactPoint: {
        '@type': 'ContactPoint',
        contactType: 'customer support',
        email: mailboxes.support,
        availableLanguage: 'en',
      },
    },
  }
}

export default function ContactPage({ loaderData }: Route.ComponentProps) {
  const { page, subject, support, mailboxes, limits } = loaderData
  return (
    <PageBody>
      <PageIntro heading={page.heading} lead={page.lead} />
      <div className="grid gap-x-16 gap-y-14 lg:grid-cols-[minmax(0,1fr)_20rem] xl:gap-x-24">
        <ContactForm
          subject={subject}
          subjects={page.subjects}
          limits={limits}
          supportEmail={mailboxes.support}
        />
        <SupportFacts support={support} mailboxes={mailboxes} />
      </div>
    </PageBody>
  )
}
