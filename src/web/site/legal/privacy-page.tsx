import type { MetaFunction } from 'react-router'
import {
  PRIVACY_COMPANY_MAX,
  PRIVACY_DETAILS_MAX,
  PRIVACY_NAME_MAX,
  PRIVACY_PHONE_MAX,
} from '#contract/privacy-requests.ts'
import { EMAIL_MAX_LENGTH } from '#domain/identity/email.ts'
import { urls } from '#web/lib/urls.ts'
import { pageServices } from '#web/page-services.ts'
import { describeStaticPage } from '../parts/static-page-meta.ts'
import type { Route } from './+types/privacy-page'
import { LegalDocument } from './legal-document.tsx'
import { PrivacyRequestForm } from './privacy-request-form.tsx'

/** Passes the limits as data, so the contract's validators aren't bundled for the browser. */
export function loader({ context }: Route.LoaderArgs) {
  const { pages, site } = pageServices(context)
  return {
    page: pages.privacy,
    days: site.terms.privacyRequestDays,
    mailbox: site.mailboxes.dataProtection,
    limits: {
      name: PRIVACY_NAME_MAX,
      email: EMAIL_MAX_LENGTH,
      phone: PRIVACY_PHONE_MAX,
      company: PRIVACY_COMPANY_MAX,
      details: PRIVACY_DETAILS_MAX,
    },
  }
}

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  loaderData ? describeStaticPage(loaderData.page, urls.privacy, matches) : []

export default function PrivacyPage({ loaderData }: Route.ComponentProps) {
  const { page, days, mailbox, limits } = loaderData
  return (
    <LegalDocument page={page}>
      <PrivacyRequestForm days={days} mailbox={mailbox} limits={limits} />
    </LegalDocument>
  )
}
