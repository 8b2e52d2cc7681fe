import type { MetaFunction } from 'react-router'
import { privatePage } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { pageServices } from '#web/page-services.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { LinkedText } from '../documentation/document-blocks.tsx'
import { PageBody } from '../parts/blocks.tsx'
import type { Route } from './+types/token-page'

interface TokenForm {
  title: string
  heading: string
  /** Explains what the button does. */
  instructions: string
  buttonLabel: string
  /** Form handler to run, see `enhance/forms.ts`. */
  enhance: `${'newsletter' | 'morning-five' | 'report'}-unsubscribe` | `${'newsletter' | 'privacy'}-confirm`
  done: { heading: string; text: string; label: string; href: string }
  /** Shown for an unknown or expired link. */
  invalidLink: { text: string; label?: string; href?: string }
  failure: string
}

/** The forms by path. */
const formsOf = (privacyDays: number, mailbox: string): Readonly<Record<string, TokenForm>> => ({
  '/newsletter/confirm': {
    title: 'Confirm your subscription',
    heading: 'Confirm your subscription',
    instructions: 'Press the button to start your subscription. Every issue has an unsubscribe link.',
    buttonLabel: 'Confirm',
    enhance: 'newsletter-confirm',
    done: {
      heading: "You're subscribed",
      text: 'We send the newsletter on Tuesdays, in weeks when we have something new.',
      label: 'Read the blog',
      href: urls.blog,
    },
    invalidLink: {
      text: "The link may be incomplete or expired. Subscribe again and we'll email you a new one.",
      label: 'Subscribe again',
      // The form in the footer of every page.
      href: '#newsletter-email',
    },
    failure: "We couldn't confirm your subscription. Please try again in a moment.",
  },
  '/newsletter/unsubscribe': {
    title: 'Unsubscribe',
    heading: 'Unsubscribe from the newsletter',
    instructions: "Press the button and we'll stop sending you the newsletter.",
    buttonLabel: 'Unsubscribe',
    enhance: 'newsletter-unsubscribe',
    done: {
      heading: "You're unsubscribed",
      text: "You won't get the newsletter anymore. You can subscribe again at any time.",
      label: 'Go to the home page',
      href: urls.home,
    },
    invalidLink: {
      text: `The link may be incomplete. Open it from the newsletter itself, or email ${mailbox} and we'll take you off the list.`,
    },
    failure: "We couldn't unsubscribe you. Please try again in a moment.",
  },
  '/morning-five/unsubscribe': {
    title: 'Unsubscribe',
    heading: 'Unsubscribe from the Morning Five',
    instructions:
      "Press the button and we'll stop sending you the Morning Five. Your Today list stays as it is.",
    buttonLabel: 'Unsubscribe',
    enhance: 'morning-five-unsubscribe',
    done: {
      heading: "You're unsubscribed",
      text: "You won't get the Morning Five anymore. You can turn it on again in your profile.",
      label: 'Go to your profile',
      href: urls.profile,
    },
    invalidLink: {
      text: 'The link may be incomplete. Open it from the email itself, or turn the Morning Five off in your profile.',
      label: 'Go to your profile',
      href: urls.profile,
    },
    failure: "We couldn't unsubscribe you. Please try again in a moment.",
  },
  '/analytics/unsubscribe': {
    title: 'Unsubscribe',
    heading: 'Unsubscribe from this dashboard',
    instructions:
      "Press the button and we'll stop emailing you this dashboard. Other members and other dashboards stay as they are.",
    buttonLabel: 'Unsubscribe',
    enhance: 'report-unsubscribe',
    done: {
      heading: "You're unsubscribed",
      text: "You won't get this dashboard by email anymore. You can turn it on again in Analytics.",
      label: 'Go to Analytics',
      href: urls.analytics,
    },
    invalidLink: {
      text: 'The link may be incomplete. Open it from the email itself, or open the dashboard in Analytics and turn its emails off.',
      label: 'Go to Analytics',
      href: urls.analytics,
    },
    failure: "We couldn't unsubscribe you. Please try again in a moment.",
  },
  '/privacy/confirm': {
    title: 'Confirm your privacy request',
    heading: 'Confirm your privacy request',
    instructions: `Press the button to confirm that you made this request. We'll answer within ${privacyDays} days.`,
    buttonLabel: 'Confirm',
    enhance: 'privacy-confirm',
    done: {
      heading: 'Your request is confirmed',
      text: `We'll answer by email within ${privacyDays} days.`,
      label: 'Read the privacy policy',
      href: urls.privacy,
    },
    invalidLink: {
      text: "The link may be incomplete or expired. Make the request again and we'll email you a new link.",
      label: 'Make the request again',
      href: urls.privacyRequest,
    },
    failure: "We couldn't confirm your request. Please try again in a moment.",
  },
})

// Keep the token in the URL out of Referer headers and caches.
export const headers = () => ({ 'Cache-Control': 'no-store' })
export const meta: MetaFunction<typeof loader> = (args) =>
  privatePage(args.loaderData?.form?.title ?? '', { name: 'referrer', content: 'no-referrer' })(args)

export function loader({ request, context }: Route.LoaderArgs) {
  const { mailboxes, terms } = pageServices(context).site
  const { pathname, searchParams } = new URL(request.url)
  const path = pathname.replace(/\/$/, '')
  const mailbox = path === '/privacy/confirm' ? mailboxes.dataProtection : mailboxes.support
  return {
    form: formsOf(terms.privacyRequestDays, mailbox)[path],
    /** Empty if the link is incomplete. */
    token: searchParams.get('token')?.trim() ?? '',
    mailbox,
  }
}

/** The page of an emailed link. Asks for a button press, because email scanners open links by themselves. */
export default function TokenPage({ loaderData }: Route.ComponentProps) {
  const { form, token, mailbox } = loaderData
  if (!form) return null
  const { heading, instructions, buttonLabel, enhance, done, invalidLink, failure } = form
  return (
    <PageBody className="flex min-h-[60dvh] flex-col items-center justify-center py-20 text-center">
      <h1 className="text-4xl leading-[1.1] tracking-[-0.025em]">{heading}</h1>
      {token && (
        <form data-enhance={enhance} className="mt-5 grid justify-items-center">
          <input type="hidden" name="token" value={token} />
          <p className="max-w-md text-lg text-balance text-muted">{instructions}</p>
          <Button type="submit" variant="primary" size="lg" className="mt-8 min-w-40 noscript:hidden">
            {buttonLabel}
          </Button>
          <noscript>
            <p className="mt-6 max-w-md">
              The button needs JavaScript. Without it, write to <LinkedText text={mailbox} /> from the address
              we sent the email to.
            </p>
          </noscript>
        </form>
      )}
      <Outcome name="done" {...done} />
      <Outcome name="unknown" heading="This link doesn't work" {...invalidLink} isShown={!token} />
      <Outcome name="failed" heading="Something went wrong" text={failure} />
    </PageBody>
  )
}

interface OutcomeProps {
  name: string
  heading: string
  text: string
  isShown?: boolean
  label?: string
  href?: string
}

/** Section that `enhance/forms.ts` shows when the call ends with this outcome. */
function Outcome({ name, heading, text, isShown, label, href }: OutcomeProps) {
  return (
    <section data-outcome={name} hidden={!isShown} tabIndex={-1} className="mt-5 max-w-md">
      <h2 className="text-xl">{heading}</h2>
      <p className="mt-2 text-muted">{text}</p>
      {href && (
        <ButtonLink size="lg" href={href} className="mt-8">
          {label}
        </ButtonLink>
      )}
    </section>
  )
}
