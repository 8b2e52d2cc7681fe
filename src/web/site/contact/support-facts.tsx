import type { ReactNode } from 'react'
import type { Site } from '#contract/site.ts'
import { urls } from '#web/lib/urls.ts'

const LINK = 'text-text underline decoration-line-strong underline-offset-4 hover:decoration-current'

interface SupportFactsProps {
  support: Site['support']
  mailboxes: Site['mailboxes']
}

/** Reply time, support hours, email addresses and self-service links. */
export function SupportFacts({ support, mailboxes }: SupportFactsProps) {
  return (
    <aside aria-label="Support" className="grid content-start gap-8 text-base">
      <Fact heading="Reply time">
        <p className="text-muted">
          We reply to every message within{' '}
          <strong className="font-medium text-text">{support.replyHours} hours</strong>.
        </p>
      </Fact>
      <Fact heading="Support hours">
        <dl className="grid gap-2">
          {support.hours.map(({ days, open }) => (
            <div key={days} className="flex justify-between gap-4">
              <dt className="text-muted">{days}</dt>
              <dd className="text-right tabular-nums">{open ? `${open} ${support.timeZone}` : 'Closed'}</dd>
            </div>
          ))}
        </dl>
      </Fact>
      <Fact heading="By email">
        <dl className="grid gap-3">
          <Mailbox about="Support" address={mailboxes.support} />
          <Mailbox about="Privacy" address={mailboxes.dataProtection} />
          <Mailbox about="Security" address={mailboxes.security} />
        </dl>
      </Fact>
      <Fact heading="Help yourself">
        <ul className="grid gap-2 text-muted">
          <li>
            <a href={urls.documentation} className={LINK}>
              Documentation
            </a>{' '}
            answers most questions about imports, credits and the score.
          </li>
          <li>
            <a href={urls.subscribe} className={LINK}>
              Subscribe
            </a>{' '}
            to a plan right away.
          </li>
        </ul>
      </Fact>
    </aside>
  )
}

function Fact({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className="border-t border-line pt-5">
      <h2 className="mb-3 text-base">{heading}</h2>
      {children}
    </section>
  )
}

function Mailbox({ about, address }: { about: string; address: string }) {
  return (
    <div>
      <dt className="text-sm text-dim">{about}</dt>
      <dd className="min-w-0 wrap-anywhere">
        <a href={`mailto:${address}`} className={LINK}>
          {address}
        </a>
      </dd>
    </div>
  )
}
