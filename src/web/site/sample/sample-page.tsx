import { ArrowLeft, Phone } from 'lucide-react'
import type { MetaFunction } from 'react-router'
import { formatDay, formatPercent, formatPhone, fullName } from '#web/lib/format.ts'
import { sampleContactUrl, urls } from '#web/lib/urls.ts'
import { pageMeta } from '#web/site/page-meta.ts'
import { PageBody } from '#web/site/parts/blocks.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card, Panel } from '#web/ui/card.tsx'
import { CategoryBadge } from '#web/ui/category.tsx'
import { Dial } from '#web/ui/dial.tsx'
import { ScoreNumber } from '#web/ui/score-number.tsx'
import type { Route } from './+types/sample-page'
import { relationshipLabel, SampleContacts } from './sample-contacts.tsx'
import {
  daysBefore,
  filterSamplePeople,
  SAMPLE_PEOPLE,
  SAMPLE_TODAY,
  type SamplePerson,
} from './sample-people.ts'
import { SampleScript } from './sample-script.tsx'

const PAGE = {
  title: 'Sample workspace',
  description:
    'Look around a sample workspace with fictional people: whom to call today and why, the contact list with its filters, and the evidence behind a score.',
  path: urls.sample,
}

export const meta: MetaFunction = ({ matches }) => pageMeta(PAGE, matches)

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

/** The people worth a call, each with reason, evidence, phone and script. */
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

type DatedPerson = Omit<SamplePerson, 'signals'> & {
  signals: (SamplePerson['signals'][number] & { day: string })[]
}

/** One contact: facts, the score as a dial, and the record behind each of its points. */
function SampleContact({ contact }: { contact: DatedPerson }) {
  const name = fullName(contact)
  const maxPoints = Math.max(1, ...contact.signals.map(({ points }) => points))
  return (
    <>
      <a
        href={urls.sample}
        className="mt-6 inline-flex min-h-11 items-center gap-2 text-sm text-muted hover:text-text"
      >
        <ArrowLeft aria-hidden className="size-4" />
        Back to the sample workspace
      </a>
      <div className="mt-2 flex items-center gap-4">
        <Avatar name={name} size="lg" />
        <div className="min-w-0">
          <h2 className="text-2xl">{name}</h2>
          <p className="text-muted">
            {contact.address}, {contact.city}, {contact.state} {contact.zipCode}
          </p>
        </div>
      </div>
      <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2 text-muted">
        <span className="tabular-nums">{formatPhone(contact.phone)}</span>
        <span className="wrap-anywhere">{contact.email}</span>
        <span>Owner since {contact.ownedSince}</span>
        <Badge>{relationshipLabel(contact.relationship)}</Badge>
      </p>
      <div className="mt-8 grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <Panel title="Score">
          <Dial
            score={contact.score}
            label="9D score"
            size={188}
            spokes={contact.signals.map(({ category, points }) => ({
              category,
              value: points / maxPoints,
              caption: `+${points}`,
            }))}
            className="mx-auto mt-4"
          />
          <p className="mt-4 text-center text-muted">
            <strong className="font-semibold text-text">{formatPercent(contact.chance)}</strong> chance of
            moving within 12 months
          </p>
        </Panel>
        <Panel title="Evidence" text="Each point of the score has a record behind it.">
          {contact.signals.length === 0 && (
            <p className="mt-3 text-muted">No active signals. The score is 0 until one is found.</p>
          )}
          <ul className="mt-3">
            {contact.signals.map(({ category, points, record, source, day }) => (
              <li key={record} className="flex items-start gap-4 border-t border-line py-3">
                <div className="min-w-0 flex-1">
                  <CategoryBadge category={category} />
                  <p className="mt-1.5">{record}</p>
                  <p className="text-sm text-muted">
                    {source} · {formatDay(day)}
                  </p>
                </div>
                <span className="font-medium tabular-nums">+{points}</span>
              </li>
            ))}
          </ul>
        </Panel>
        {contact.today && (
          <Panel title="What to say" text={contact.today.reason} className="lg:col-span-2">
            <p className="mt-3 max-w-2xl">“{contact.today.script}”</p>
          </Panel>
        )}
      </div>
    </>
  )
}
