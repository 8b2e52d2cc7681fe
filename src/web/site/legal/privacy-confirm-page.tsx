import { privatePage } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { pageServices } from '#web/page-services.ts'
import { Button } from '#web/ui/button.tsx'
import { NO_REFERRER, NO_STORE, TokenPage, tokenIn } from '../newsletter/token-page.tsx'
import type { Route } from './+types/privacy-confirm-page'

export const meta = privatePage('Confirm your privacy request', NO_REFERRER)
export const headers = () => NO_STORE

export function loader({ request, context }: Route.LoaderArgs) {
  const { site } = pageServices(context)
  return {
    token: tokenIn(request),
    mailbox: site.mailboxes.dataProtection,
    days: site.terms.privacyRequestDays,
  }
}

/** Where the link of the mail leads; opening it confirms nothing. */
export default function PrivacyConfirmPage({ loaderData: { token, mailbox, days } }: Route.ComponentProps) {
  return (
    <TokenPage
      heading="Confirm your privacy request"
      question={`Press the button to confirm that the request is yours. From then on we answer within ${days} days.`}
      button="Confirm"
      enhance="privacy-confirm"
      token={token}
      supportEmail={mailbox}
      done={{
        heading: 'Your request is confirmed',
        text: `We answer by mail within ${days} days.`,
        links: (
          <Button asChild size="lg">
            <a href={urls.privacy}>Read the privacy policy</a>
          </Button>
        ),
      }}
      unknown={{
        text: 'It may have been copied in part, or it has run out. Make the request again, and a new link comes by mail.',
        links: (
          <Button asChild size="lg">
            <a href={urls.privacyRequest}>Make the request again</a>
          </Button>
        ),
      }}
      failure="Your request could not be confirmed. Please try again in a moment."
    />
  )
}
