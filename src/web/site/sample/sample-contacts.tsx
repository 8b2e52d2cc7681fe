import { RELATIONSHIPS } from '#domain/activities/relationship.ts'
import { CATEGORIES } from '#domain/signals/categories.ts'
import {
  capitalize,
  formatPercent,
  formatPhone,
  formatQuantity,
  fullName,
  joinPresent,
} from '#web/lib/format.ts'
import { sampleContactUrl, urls } from '#web/lib/urls.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { CategoryBadge, categoryLabel } from '#web/ui/category.tsx'
import { Field, Select } from '#web/ui/form.tsx'
import { ScoreNumber } from '#web/ui/score-number.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { SamplePerson } from './sample-people.ts'

const ANY_OPTION = { value: '', label: 'Any' }
const SIGNALS = [ANY_OPTION, ...CATEGORIES.map((value) => ({ value, label: categoryLabel(value) }))]
const SCORES = [ANY_OPTION, { value: '50', label: '50 and above' }, { value: '75', label: '75 and above' }]
const RELATIONSHIP_OPTIONS = [
  ANY_OPTION,
  ...RELATIONSHIPS.map((value) => ({ value, label: relationshipLabel(value) })),
]

export function relationshipLabel(value: string): string {
  return capitalize(value.replaceAll('_', ' '))
}

interface SampleContactsProps {
  people: readonly SamplePerson[]
  filters: { signal: string; minScore: string; relationship: string }
}

/** The contact list with filters. They are a plain form whose values become the URL. */
export function SampleContacts({ people, filters }: SampleContactsProps) {
  return (
    <section id="contacts" aria-labelledby="contacts-title" className="mt-14 scroll-mt-20">
      <h2 id="contacts-title" className="text-2xl">
        Contacts
      </h2>
      <p className="mt-1 text-muted">
        {formatQuantity(people.length, 'person', 'people')}, highest score first.
      </p>
      <form
        action={`${urls.sample}#contacts`}
        className="mt-4 grid items-end gap-3 sm:grid-cols-[repeat(3,minmax(0,12rem))_auto] sm:justify-start"
      >
        <Field label="Signal">
          <Select name="signal" options={SIGNALS} defaultValue={filters.signal} />
        </Field>
        <Field label="Score">
          <Select name="minScore" options={SCORES} defaultValue={filters.minScore} />
        </Field>
        <Field label="Relationship">
          <Select name="relationship" options={RELATIONSHIP_OPTIONS} defaultValue={filters.relationship} />
        </Field>
        <Button type="submit">Apply filters</Button>
      </form>
      {people.length === 0 ? (
        <EmptyState
          level={3}
          title="No one matches these filters"
          actions={<ButtonLink href={`${urls.sample}#contacts`}>Clear filters</ButtonLink>}
        />
      ) : (
        <ul className="mt-5 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {people.map((person) => (
            <li key={person.id}>
              <SampleCard person={person} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function SampleCard({ person }: { person: SamplePerson }) {
  const name = fullName(person)
  const topSignal = person.signals[0]?.category
  return (
    <Card interactive className="h-full p-4">
      <div className="flex items-start gap-3">
        <Avatar name={name} />
        <div className="min-w-0 flex-1">
          <h3 className="text-base">
            <a
              href={sampleContactUrl(person.id)}
              className="outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-accent"
            >
              {name}
            </a>
          </h3>
          <p className="text-sm text-dim">{joinPresent([person.city, person.state])}</p>
        </div>
        <p className="text-right">
          <ScoreNumber score={person.score} className="block" />
          <span className="text-sm text-dim tabular-nums">{formatPercent(person.chance)} in 12 mo</span>
        </p>
      </div>
      <p className="mt-3 truncate text-sm text-muted">{person.email}</p>
      <p className="text-sm text-muted tabular-nums">{formatPhone(person.phone)}</p>
      <p className="mt-3 flex flex-wrap gap-1.5">
        {topSignal && <CategoryBadge category={topSignal} />}
        <Badge>{relationshipLabel(person.relationship)}</Badge>
      </p>
    </Card>
  )
}
