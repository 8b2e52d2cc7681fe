import { Phone } from 'lucide-react'
import { formatPercent, formatPhone, fullName } from '#web/lib/format.ts'
import { urls } from '#web/lib/urls.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { ScoreNumber } from '#web/ui/score-number.tsx'
import type { SamplePerson } from '../sample/sample-people.ts'
import { SampleScript } from '../sample/sample-script.tsx'
import { Film } from './film.tsx'

const FACTS = [
  { fact: '9 signals', meaning: 'each with its evidence' },
  { fact: '75 of 100', meaning: 'means a 1-in-3 chance of moving' },
  { fact: 'No black box', meaning: 'every point explained' },
] as const

/** Headline beside the first person worth a call, above the film about all of them. */
export function Hero({ people }: { people: readonly SamplePerson[] }) {
  return (
    <section aria-labelledby="hero" className="pt-16 pb-20 lg:pt-20">
      <div className="grid grid-cols-[minmax(0,1fr)] items-center gap-x-16 gap-y-12 lg:min-h-[30rem] lg:grid-cols-[minmax(0,1fr)_27rem]">
        <div>
          <h1 id="hero" className="max-w-2xl text-4xl leading-[1.08] tracking-[-0.03em] sm:text-6xl">
            Turn life events into real estate intelligence
          </h1>
          <p className="mt-6 max-w-xl text-lg text-pretty text-muted">
            Know who in your database is likely to move in the next 12 months, why, and what to say when you
            call.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <Button variant="primary" size="lg" data-action="open-login">
              Get Started Now
            </Button>
            <ButtonLink size="lg" href={urls.contact}>
              Get Demo
            </ButtonLink>
          </div>
          <dl className="mt-10 flex flex-wrap gap-x-8 gap-y-4">
            {FACTS.map(({ fact, meaning }) => (
              <div key={fact}>
                <dt className="text-xl font-semibold tracking-tight">{fact}</dt>
                <dd className="text-sm text-muted">{meaning}</dd>
              </div>
            ))}
          </dl>
        </div>
        {people[0] && <PersonCard person={people[0]} />}
      </div>
      <Film people={people} />
    </section>
  )
}

/** One contact as the product shows them: name, reason and script. */
function PersonCard({ person }: { person: SamplePerson }) {
  return (
    <figure>
      <Card className="rounded-xl p-5 sm:p-6">
        <div className="flex items-center gap-4">
          <Avatar name={fullName(person)} size="lg" />
          <div className="min-w-0 flex-1">
            <h2 className="text-lg tracking-normal">{fullName(person)}</h2>
            <p className="text-sm text-muted">
              {person.city}, {person.state}
            </p>
          </div>
          <p className="text-right">
            <ScoreNumber score={person.score} size="lg" className="block" />
            <span className="text-sm text-muted tabular-nums">{formatPercent(person.chance)} in 12 mo</span>
          </p>
        </div>
        <p className="mt-5 text-sm text-dim">Why now</p>
        <p className="mt-1 mb-5 text-lg text-pretty">{person.today?.reason}</p>
        <SampleScript person={person} />
        <p className="mt-5 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm tabular-nums">
          <Phone aria-hidden className="size-4 text-accent" />
          {formatPhone(person.phone)}
          <Badge tone="green" className="ml-auto">
            Checked, OK to call
          </Badge>
        </p>
      </Card>
      <figcaption className="mt-3 text-center text-sm text-dim">Example: a fictional contact</figcaption>
    </figure>
  )
}
