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

/** Where the last link of every newsletter leads. */
export default function UnsubscribePage({ loaderData: { token, supportEmail } }: Route.ComponentProps) {
  return (
    <TokenPage
      heading="Unsubscribe from the newsletter"
      question="Press the button, and no further newsletter is sent to you."
      button="Unsubscribe"
      enhance="newsletter-unsubscribe"
      token={token}
      supportEmail={supportEmail}
      done={{
        heading: 'You are unsubscribed',
        text: 'No further newsletter will be sent to you. You can subscribe again at any time.',
        links: (
          <Button asChild size="lg">
            <a href={urls.home}>Go to the home page</a>
          </Button>
        ),
      }}
      unknown={{
        text: `It may have been copied in part. Open it from the newsletter itself, or write to ${supportEmail} and we take you off the list.`,
      }}
      failure="You could not be unsubscribed. Please try again in a moment."
    />
  )
}
