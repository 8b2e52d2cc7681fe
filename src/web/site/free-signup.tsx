import { Check } from 'lucide-react'
import type { MetaFunction } from 'react-router'
import { PROFESSIONAL } from '#domain/billing/plans.ts'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextLink } from './documentation/document-blocks.tsx'
import { pageMeta } from './page-meta.ts'
import { PageBody } from './parts/blocks.tsx'

const PAGE = {
  title: 'Free account',
  description:
    'Open a free account with your email. No password or card needed. See what it includes and what needs a subscription.',
  path: urls.freeSignup,
}

export const meta: MetaFunction = ({ matches }) => pageMeta(PAGE, matches)

const FEATURES = [
  { title: 'Sign-in by email link', text: 'No password to remember and no card to enter.' },
  { title: 'Your company', text: 'Set it up now. Your contacts, credits and plan will belong to it.' },
  { title: 'Playbook templates', text: 'See what to do and when for each of the nine life events.' },
  {
    title: 'The assistant',
    text: 'Ask how imports, credits, signals and the score work. It answers from the documentation and links to the source.',
  },
] as const

export default function FreeSignup() {
  return (
    <PageBody className="pt-16 sm:pt-24">
      <div className="mx-auto max-w-3xl">
        <h1 className="text-4xl tracking-[-0.02em] sm:text-5xl">Start with a free account</h1>
        <p className="mt-4 max-w-xl text-lg text-pretty text-muted">
          Enter your email to look around. No card needed.
        </p>
        <Button variant="primary" size="lg" data-action="open-login" className="mt-8">
          Create a free account
        </Button>
        <p className="mt-4 text-muted">
          <TextLink href={urls.sample}>Look around first</TextLink> in a sample workspace. No email needed.
        </p>
        <h2 className="mt-16 text-xl">What it includes</h2>
        <ul className="mt-4 grid gap-4 sm:grid-cols-2">
          {FEATURES.map(({ title, text }) => (
            <li key={title}>
              <Card className="h-full p-5">
                <Check aria-hidden className="size-5 text-green" />
                <h3 className="mt-3 text-base">{title}</h3>
                <p className="mt-1 text-sm text-muted">{text}</p>
              </Card>
            </li>
          ))}
        </ul>
        <h2 className="mt-12 text-xl">What needs a subscription</h2>
        <p className="mt-2 max-w-xl text-muted">
          Importing, verifying, enriching and scoring contacts. {PROFESSIONAL.name} costs $
          {PROFESSIONAL.monthlyPrice} a month. Cancel anytime.
        </p>
        <ButtonLink className="mt-4" href={urls.pricing}>
          See the plans
        </ButtonLink>
      </div>
    </PageBody>
  )
}
