import { Check, Mail, MessageSquareText, Pause, Phone, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatPercent, fullName } from '#web/lib/format.ts'
import { urls } from '#web/lib/urls.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { categoryColor } from '#web/ui/category.tsx'
import { cx } from '#web/ui/class-names.ts'
import { ScoreNumber } from '#web/ui/score-number.tsx'
import { TextLink } from '../documentation/document-blocks.tsx'
import type { SamplePerson } from '../sample/sample-people.ts'

/**
 * An agent's morning in five scenes of eight seconds, drawn in HTML and animated by film.css, so that it is sharp in both
 * themes and needs no download. It runs only while visible and can be paused; with reduced motion, it shows only the first
 * scene.
 */
export function Film({ people }: { people: readonly SamplePerson[] }) {
  const scenes = scenesOf(people)
  return (
    <figure className="film mt-14 sm:mt-16">
      <div
        role="img"
        aria-label={`A 40-second film without sound. ${scenes.map(({ title, text }) => `${title}: ${text}`).join(' ')}`}
        className="film-stage relative h-152 overflow-hidden rounded-xl border border-line bg-surface lg:h-108"
      >
        {scenes.map(({ title, text, screen }, index) => (
          <div
            key={title}
            className="film-scene absolute inset-0 grid grid-cols-[minmax(0,1fr)] content-start gap-5 p-5 sm:p-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:content-center lg:gap-12 lg:p-12"
          >
            <div className="max-lg:min-h-30 lg:self-center">
              <p className="mb-1 text-sm text-dim tabular-nums">
                {index + 1} of {scenes.length}
              </p>
              <p className="text-2xl font-semibold tracking-tight sm:text-3xl">{title}</p>
              <p className="mt-2 max-w-md text-muted sm:text-lg">{text}</p>
            </div>
            <div className="rounded-lg border border-line bg-page p-3 text-sm sm:p-4">{screen}</div>
          </div>
        ))}
        <span className="film-progress absolute inset-x-0 bottom-0 h-1 origin-left bg-accent" />
      </div>
      <figcaption className="mt-2 flex flex-wrap items-center justify-between gap-x-6 text-sm text-dim">
        <span>
          An agent's morning in 40 seconds. All people are fictional:{' '}
          <TextLink href={urls.sample}>meet them in the sample workspace</TextLink>.
        </span>
        <label className="inline-flex min-h-11 items-center gap-2 rounded-lg px-3 text-muted hover:text-text has-focus-visible:outline-2 has-focus-visible:outline-accent motion-reduce:hidden">
          <input type="checkbox" aria-label="Pause the film" className="film-pause peer sr-only" />
          <Pause aria-hidden className="size-4 peer-checked:hidden" />
          <Play aria-hidden className="hidden size-4 peer-checked:block" />
          <span aria-hidden className="peer-checked:hidden">
            Pause
          </span>
          <span aria-hidden className="hidden peer-checked:inline">
            Play
          </span>
        </label>
      </figcaption>
    </figure>
  )
}

const OUTCOMES = ['Reached', 'Left message', 'No answer', 'Call back later'] as const

function scenesOf(people: readonly SamplePerson[]): { title: string; text: string; screen: ReactNode }[] {
  const [person, ...otherPeople] = people
  if (!person) return []
  return [
    {
      title: 'Open Today',
      text: 'Five people worth a call, each with a reason.',
      screen: <PeopleRows people={people} />,
    },
    {
      title: 'See why',
      text: 'Every point comes from a record that you can open.',
      screen: <EvidenceScreen person={person} />,
    },
    {
      title: 'Know what to say',
      text: 'A script that starts where you left off. Call, text or email.',
      screen: <ScriptScreen person={person} />,
    },
    {
      title: 'Log it in two taps',
      text: 'Pick the outcome. We suggest the next follow-up.',
      screen: <OutcomeScreen name={person.firstName} />,
    },
    {
      title: 'Keep every promise',
      text: "Follow-ups and new inquiries come first on the day they're due.",
      screen: (
        <>
          <Row>
            <PersonLine person={person} detail="Send the street's sales, as promised">
              <Badge tone="yellow">Due today</Badge>
            </PersonLine>
          </Row>
          <PeopleRows people={otherPeople.slice(0, 3)} />
        </>
      ),
    },
  ]
}

function Row({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div className={cx('film-row flex items-center gap-3 border-line py-2.5 not-first:border-t', className)}>
      {children}
    </div>
  )
}

interface PersonLineProps {
  person: SamplePerson
  /** Text below the name. */
  detail?: string
  /** At the right end; the score by default. */
  children?: ReactNode
}

function PersonLine({ person, detail, children }: PersonLineProps) {
  return (
    <>
      <Avatar name={fullName(person)} />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{fullName(person)}</span>
        {detail && <span className="block text-pretty text-muted">{detail}</span>}
      </span>
      {children ?? <ScoreNumber score={person.score} />}
    </>
  )
}

function PeopleRows({ people }: { people: readonly SamplePerson[] }) {
  return people.map((person) => (
    <Row key={person.id}>
      <PersonLine person={person} detail={person.today?.reason} />
    </Row>
  ))
}

function EvidenceScreen({ person }: { person: SamplePerson }) {
  return (
    <>
      <Row>
        <PersonLine person={person} detail={`${person.city}, ${person.state}`} />
      </Row>
      {person.signals.map(({ category, points, record, source }) => (
        <Row key={record}>
          <span className="size-2.5 shrink-0 rounded-full" style={{ background: categoryColor(category) }} />
          <span className="min-w-0 flex-1">
            <span className="block">{record}</span>
            <span className="block text-muted">{source}</span>
          </span>
          <span className="font-medium tabular-nums">+{points}</span>
        </Row>
      ))}
      <Row className="text-muted">{formatPercent(person.chance)} chance of moving within 12 months</Row>
    </>
  )
}

const CHANNELS = [
  { icon: Phone, label: 'Call' },
  { icon: MessageSquareText, label: 'Text' },
  { icon: Mail, label: 'Email' },
] as const

function ScriptScreen({ person }: { person: SamplePerson }) {
  return (
    <>
      <Row>
        <PersonLine person={person}>
          <Badge tone="green">OK to call</Badge>
        </PersonLine>
      </Row>
      <Row className="text-base text-pretty">“{person.today?.script}”</Row>
      <Row className="gap-2">
        {CHANNELS.map(({ icon: Icon, label }, index) => (
          <FakeButton key={label} isTapped={index === 0}>
            <Icon className="size-4" />
            {label}
          </FakeButton>
        ))}
      </Row>
    </>
  )
}

/** Looks like a button; the tapped one is marked in the scene's second half. */
function FakeButton({ isTapped, children }: { isTapped: boolean; children: ReactNode }) {
  return (
    <span className="relative flex min-h-11 flex-1 items-center justify-center gap-2 rounded-lg border border-line-strong px-2 text-center">
      {children}
      {isTapped && <span className="film-late absolute -inset-px rounded-lg border-2 border-accent" />}
    </span>
  )
}

function OutcomeScreen({ name }: { name: string }) {
  return (
    <>
      <Row className="font-medium">How did the call with {name} go?</Row>
      <Row className="grid! grid-cols-2">
        {OUTCOMES.map((outcome, index) => (
          <FakeButton key={outcome} isTapped={index === 0}>
            {outcome}
          </FakeButton>
        ))}
      </Row>
      <Row>
        <span className="film-late flex items-center gap-3 text-muted">
          <Check className="size-4 shrink-0 text-green" />
          Logged. Follow up in two weeks; {name} is off your list until then.
        </span>
      </Row>
    </>
  )
}
