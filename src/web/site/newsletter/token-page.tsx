import type { ReactNode } from 'react'
import type { MetaDescriptor } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { PageBody } from '../parts/page-body.tsx'

/** Keeps the token in the URL out of Referer headers and caches. */
export const NO_REFERRER: MetaDescriptor = { name: 'referrer', content: 'no-referrer' }
export const NO_STORE = { 'Cache-Control': 'no-store' }

/** The token of an emailed link; empty if the link is incomplete. */
export function tokenIn(request: Request): string {
  return new URL(request.url).searchParams.get('token')?.trim() ?? ''
}

interface TokenPageProps {
  heading: string
  /** Explains what the button does. */
  question: string
  button: string
  /** Form handler to run, see `enhance/forms.ts`. */
  enhance: 'newsletter-confirm' | 'newsletter-unsubscribe' | 'privacy-confirm'
  token: string
  supportEmail: string
  done: { heading: string; text: string; links: ReactNode }
  /** Shown for an unknown or expired link. */
  unknown: { text: string; links?: ReactNode }
  failure: string
}

/** Asks for a button press, because email scanners open links by themselves, and shows the outcome. */
export function TokenPage(props: TokenPageProps) {
  const { heading, question, button, enhance, token, supportEmail, done, unknown, failure } = props
  const isComplete = token !== ''
  return (
    <PageBody className="flex min-h-[60dvh] flex-col items-center justify-center py-20 text-center">
      <h1 className="text-4xl leading-[1.1] tracking-[-0.025em]">{heading}</h1>
      {isComplete && (
        <form data-enhance={enhance} className="mt-5 grid justify-items-center">
          <input type="hidden" name="token" value={token} />
          <p className="max-w-md text-lg text-balance text-muted">{question}</p>
          <Button type="submit" variant="primary" size="lg" className="mt-8 min-w-40 noscript:hidden">
            {button}
          </Button>
          <noscript>
            <p className="mt-6 max-w-md">
              The button needs JavaScript. Without it, write to{' '}
              <a href={`mailto:${supportEmail}`} className="text-accent underline underline-offset-4">
                {supportEmail}
              </a>{' '}
              from the address we sent the email to.
            </p>
          </noscript>
        </form>
      )}
      <Outcome name="done" heading={done.heading} text={done.text}>
        {done.links}
      </Outcome>
      <Outcome name="unknown" heading="This link doesn't work" text={unknown.text} shown={!isComplete}>
        {unknown.links}
      </Outcome>
      <Outcome name="failed" heading="Something went wrong" text={failure} />
    </PageBody>
  )
}

interface OutcomeProps {
  name: string
  heading: string
  text: string
  shown?: boolean
  children?: ReactNode
}

/** Section that `enhance/forms.ts` shows when the call ends with this outcome. */
function Outcome({ name, heading, text, shown, children }: OutcomeProps) {
  return (
    <section data-outcome={name} hidden={!shown} tabIndex={-1} className="mt-5 max-w-md">
      <h2 className="text-xl">{heading}</h2>
      <p className="mt-2 text-muted">{text}</p>
      {children && <div className="mt-8 flex flex-wrap justify-center gap-3">{children}</div>}
    </section>
  )
}
