import { privatePage } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { pageServices } from '#web/page-services.ts'
import { Button } from '#web/ui/button.tsx'
import type { Route } from './+types/confirm-page'
import { NO_REFERRER, NO_STORE, TokenPage, tokenIn } from './token-page.tsx'

export const meta = privatePage('Confirm your subscription', NO_REFERRER)
export const headers = () => NO_STORE

export function loader({ request, context }: Route.LoaderArgs) {
  return { token: tokenIn(request), supportEmail: pageServices(context).site.mailboxes.support }
}

/** Landing page of the link in the confirmation email. */
export default function ConfirmPage({ loaderData: { token, supportEmail } }: Route.ComponentProps) {
  return (
    <TokenPage
      heading="Confirm your subscription"
      question="Press the button to start your subscription. Every issue has an unsubscribe link."
      button="Confirm"
      enhance="newsletter-confirm"
      token={token}
      supportEmail={supportEmail}
      done={{
        heading: 'You are subscribed',
        text: 'The newsletter goes out on Tuesdays, in weeks when we publish something new.',
        links: (
          <Button asChild size="lg">
            <a href={urls.blog}>Read the blog</a>
          </Button>
        ),
      }}
      unknown={{
        text: 'The link may be incomplete or expired. Subscribe again and we will email you a new one.',
        links: (
          <Button asChild size="lg">
            <a href={SUBSCRIBE}>Subscribe again</a>
          </Button>
        ),
      }}
      failure="We couldn't confirm your subscription. Please try again in a moment."
    />
  )
}

/** Anchor of the form in the footer of every page. */
const SUBSCRIBE = '#newsletter-email'
