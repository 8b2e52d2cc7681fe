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

/** Where the link of the first mail leads. */
export default function ConfirmPage({ loaderData: { token, supportEmail } }: Route.ComponentProps) {
  return (
    <TokenPage
      heading="Confirm your subscription"
      question="Press the button, and the newsletter comes to your mailbox from now on. Each one has a link that ends it."
      button="Confirm"
      enhance="newsletter-confirm"
      token={token}
      supportEmail={supportEmail}
      done={{
        heading: 'You are subscribed',
        text: 'The newsletter comes on Tuesdays of weeks in which we published something.',
        links: (
          <Button asChild size="lg">
            <a href={urls.blog}>Read the blog</a>
          </Button>
        ),
      }}
      unknown={{
        text: 'It may have been copied in part, or it has run out. Subscribe again, and a new link comes by mail.',
        links: (
          <Button asChild size="lg">
            <a href={SUBSCRIBE}>Subscribe again</a>
          </Button>
        ),
      }}
      failure="Your subscription could not be confirmed. Please try again in a moment."
    />
  )
}

/** The form stands at the foot of every page. */
const SUBSCRIBE = '#newsletter-email'
