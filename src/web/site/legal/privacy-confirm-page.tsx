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

/** Landing page of the emailed link. Opening it confirms nothing; the button does. */
export default function PrivacyConfirmPage({ loaderData: { token, mailbox, days } }: Route.ComponentProps) {
  return (
    <TokenPage
      heading="Confirm your privacy request"
      question={`Press the button to confirm that you made this request. We'll answer within ${days} days.`}
      button="Confirm"
      enhance="privacy-confirm"
      token={token}
      supportEmail={mailbox}
      done={{
        heading: 'Your request is confirmed',
        text: `We'll answer by email within ${days} days.`,
        links: (
          <Button asChild size="lg">
            <a href={urls.privacy}>Read the privacy policy</a>
          </Button>
        ),
      }}
      unknown={{
        text: 'The link may be incomplete or expired. Make the request again and we will email you a new link.',
        links: (
          <Button asChild size="lg">
            <a href={urls.privacyRequest}>Make the request again</a>
          </Button>
        ),
      }}
      failure="We couldn't confirm your request. Please try again in a moment."
    />
  )
}
