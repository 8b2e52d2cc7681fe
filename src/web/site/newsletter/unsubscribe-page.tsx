import { privatePage } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { pageServices } from '#web/page-services.ts'
import { Button } from '#web/ui/button.tsx'
import type { Route } from './+types/unsubscribe-page'
import { NO_REFERRER, NO_STORE, TokenPage, tokenIn } from './token-page.tsx'

export const meta = privatePage('Unsubscribe', NO_REFERRER)
export const headers = () => NO_STORE

export function loader({ request, context }: Route.LoaderArgs) {
  return { token: tokenIn(request), supportEmail: pageServices(context).site.mailboxes.support }
}

/** Landing page of the unsubscribe link in every issue. */
export default function UnsubscribePage({ loaderData: { token, supportEmail } }: Route.ComponentProps) {
  return (
    <TokenPage
      heading="Unsubscribe from the newsletter"
      question="Press the button and we'll stop sending you the newsletter."
      button="Unsubscribe"
      enhance="newsletter-unsubscribe"
      token={token}
      supportEmail={supportEmail}
      done={{
        heading: 'You are unsubscribed',
        text: "You won't get the newsletter anymore. You can subscribe again at any time.",
        links: (
          <Button asChild size="lg">
            <a href={urls.home}>Go to the home page</a>
          </Button>
        ),
      }}
      unknown={{
        text: `The link may be incomplete. Open it from the newsletter itself, or email ${supportEmail} and we'll take you off the list.`,
      }}
      failure="We couldn't unsubscribe you. Please try again in a moment."
    />
  )
}
