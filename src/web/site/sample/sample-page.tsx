import { Phone } from 'lucide-react'
import type { MetaFunction } from 'react-router'
import { formatPhone, fullName } from '#web/lib/format.ts'
import { sampleContactUrl, urls } from '#web/lib/urls.ts'
import { describe } from '#web/site/page-meta.ts'
import { PageBody } from '#web/site/parts/blocks.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { ScoreNumber } from '#web/ui/score-number.tsx'
import type { Route } from './+types/sample-page'
import { SampleContact } from './sample-contact.tsx'
import { SampleContacts } from './sample-contacts.tsx'
import {
  daysBefore,
  filterSamplePeople,
  SAMPLE_PEOPLE,
  SAMPLE_TODAY,
  type SamplePerson,
} from './sample-people.ts'
import { SampleScript } from './sample-script.tsx'

const ABOUT = {
  title: 'Sample workspace',
  description:
    'Look around a sample workspace with fictional people: whom to call today and why, the contact list with its filters, and the evidence behind a score.',
  path: urls.sample,
}

export const meta: MetaFunction = ({ matches }) => describe(ABOUT, matches)

/** Everything is in the URL and nothing is stored, so that the page needs no account and no script. */
export function loader({ request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const person = SAMPLE_PEOPLE.find(({ id }) => id === query.get('contact'))
  const now = Date.now()
  return {
    today: SAMPLE_TODAY,
    people: filterSamplePeople(query),
    filters: {
      signal: query.get('signal') ?? '',
      minScore: query.get('minScore') ?? '',
      relationship: query.get('relationship') ?? '',
    },
    contact: person && {
      ...person,
      signals: person.signals.map((signal) => ({ ...signal, day: daysBefore(now, signal.daysAgo) })),
    },
  }
}

export default function SamplePage({ loaderData }: Route.ComponentProps) {
  const { today, people, filters, contact } = loaderData
  return (
    <PageBody className="pt-10 sm:pt-14">
      <h1 className="text-3xl sm:text-4xl">
        {contact ? 'A sample contact' : 'Look around a sample workspace'}
      </h1>
      <p className="mt-3 max-w-2xl text-muted">
        Everyone here is fictional. You can look at everything; nothing is saved and no credits are used.
      </p>
      {contact ? (
        <SampleContact contact={contact} />
      ) : (
        <>
          <SampleToday people={today} />
          <SampleContacts people={people} filters={filters} />
        </>
      )}
      <section
        aria-labelledby="your-own"
        className="mt-14 flex flex-wrap items-center gap-4 border-t border-line pt-8"
      >
        <h2 id="your-own" className="mr-auto text-xl">
          Ready to see your own list?
        </h2>
        <Button variant="primary" size="lg" data-action="open-login" data-visitor>
          Create a free account
        </Button>
        <ButtonLink size="lg" href={urls.pricing}>
          See the plans
        </ButtonLink>
      </section>
    </PageBody>
  )
}

/** The five people worth a call: reason, evidence, phone and script. */
function SampleToday({ people }: { people: readonly SamplePerson[] }) {
  return (
    <section aria-labelledby="today" className="mt-10">
      <h2 id="today" className="text-2xl">
        Today
      </h2>
      <p className="mt-1 text-muted">{people.length} people worth a call, best first.</p>
      <ol className="mt-4 grid gap-3">
        {people.map((person) => (
          <li key={person.id}>
            <TodayCard person={person} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function TodayCard({ person }: { person: SamplePerson }) {
  const name = fullName(person)
  return (
    <Card className="grid gap-x-8 gap-y-4 p-4 sm:p-5 lg:grid-cols-2">
      <div className="flex items-start gap-3">
        <Avatar name={name} />
        <div className="min-w-0 flex-1">
          <h3 className="text-base">
            <a
              href={sampleContactUrl(person.id)}
              className="inline-flex min-h-11 items-center underline decoration-line-strong underline-offset-4 hover:decoration-current"
            >
              {name}
            </a>
          </h3>
          <p>{person.today?.reason}</p>
          <p className="mt-2 flex flex-wrap gap-1.5">
            {person.today?.evidence.map((each) => (
              <Badge key={each}>{each}</Badge>
            ))}
          </p>
          <p className="mt-3 flex items-center gap-2 text-sm text-muted tabular-nums">
            <Phone aria-hidden className="size-4 text-accent" />
            {formatPhone(person.phone)}
          </p>
        </div>
        <ScoreNumber score={person.score} />
      </div>
      <SampleScript person={person} />
    </Card>
  )
}
