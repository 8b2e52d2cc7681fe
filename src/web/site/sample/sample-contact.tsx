import { ArrowLeft } from 'lucide-react'
import { formatDay, formatPercent, formatPhone, fullName } from '#web/lib/format.ts'
import { urls } from '#web/lib/urls.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Panel } from '#web/ui/card.tsx'
import { CategoryBadge } from '#web/ui/category.tsx'
import { Dial } from '#web/ui/dial.tsx'
import { relationshipLabel } from './sample-contacts.tsx'
import type { SamplePerson } from './sample-people.ts'

type DatedPerson = Omit<SamplePerson, 'signals'> & {
  signals: (SamplePerson['signals'][number] & { day: string })[]
}

/** One contact: facts, the score as a dial, and the record behind each of its points. */
export function SampleContact({ contact }: { contact: DatedPerson }) {
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
