import { Check, Mail, MessageSquareText, Pause, Phone, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '#web/ui/badge.tsx'
import { categoryColor } from '#web/ui/category.tsx'
import { cx } from '#web/ui/class-names.ts'
import { ScoreNumber } from '#web/ui/score-number.tsx'
import { SAMPLE_PERSON } from './sample-person.ts'

/**
 * An agent's morning in five scenes of eight seconds, drawn in HTML and moved by film.css: sharp in both themes and at
 * every size, and nothing to download. It runs only on screen and can be paused; under reduced motion it is its first
 * scene.
 */
export function Film() {
  return (
    <figure className="film mt-14 sm:mt-16">
      <div
        role="img"
        aria-label={`A 40-second film without sound. ${SCENES.map(({ title, text }) => `${title}: ${text}`).join(' ')}`}
        className="film-stage relative h-144 overflow-hidden rounded-xl border border-line bg-surface lg:h-108"
      >
        {SCENES.map(({ title, text, screen }, index) => (
          <div
            key={title}
            className="film-scene absolute inset-0 grid grid-cols-[minmax(0,1fr)] content-start gap-5 p-5 sm:p-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:content-center lg:gap-12 lg:p-12"
          >
            <div className="max-lg:min-h-30 lg:self-center">
              <p className="mb-1 text-sm text-dim tabular-nums">
                {index + 1} of {SCENES.length}
              </p>
              <p className="text-2xl font-semibold tracking-tight sm:text-3xl">{title}</p>
              <p className="mt-2 max-w-md text-muted sm:text-lg">{text}</p>
            </div>
            <div className="rounded-lg border border-line bg-page p-3 text-sm sm:p-4">{screen}</div>
          </div>
        ))}
      </div>
      <figcaption className="mt-2 flex flex-wrap items-center justify-between gap-x-6 text-sm text-dim">
        An agent's morning in 40 seconds. All people are fictional.
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

const PEOPLE = [
  { name: SAMPLE_PERSON.name, reason: SAMPLE_PERSON.reason.slice(0, -1), score: SAMPLE_PERSON.score },
  { name: 'Marcus Feld', reason: 'Past client; closed with you in 2017', score: 74 },
  { name: 'Priya Raman', reason: 'Asked about prices in June; no call since', score: 71 },
  { name: 'Tom Okafor', reason: 'Owned since 2009; not called yet', score: 69 },
  { name: 'Elena Ruiz', reason: 'Past client; you last spoke a year ago', score: 66 },
] as const

const EVIDENCE = [
  { fact: 'New role in Denver, CO', source: 'Work history · Oct 2026', points: '+61' },
  { fact: 'Second address in Denver, CO', source: 'Address history · Oct 2026', points: '+17' },
  { fact: 'You last spoke on Mar 12', source: 'Your call log', points: null },
] as const

const OUTCOMES = ['Reached', 'Left message', 'No answer', 'Call back later'] as const

const SCENES: readonly { title: string; text: string; screen: ReactNode }[] = [
  {
    title: 'Open Today',
    text: 'Five people worth a call, each with a reason.',
    screen: <TodayScreen />,
  },
  {
    title: 'See why',
    text: 'Every point has a record behind it, with source and date.',
    screen: <EvidenceScreen />,
  },
  {
    title: 'Know what to say',
    text: 'A script that starts where you left off. Call, text or email.',
    screen: <ScriptScreen />,
  },
  {
    title: 'Log it in two taps',
    text: 'Pick the outcome. The next follow-up is suggested.',
    screen: <OutcomeScreen />,
  },
  {
    title: 'Keep every promise',
    text: 'Follow-ups and new inquiries come first on the day they are due.',
    screen: <PromiseScreen />,
  },
]

function Row({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div className={cx('film-row flex items-center gap-3 border-line py-2.5 not-first:border-t', className)}>
      {children}
    </div>
  )
}

function Initials({ name }: { name: string }) {
  return (
    <span className="grid size-9 shrink-0 place-items-center rounded-full bg-raised text-xs font-semibold">
      {name.replaceAll(/[^A-Z]/g, '')}
    </span>
  )
}

function PersonLine({ name, reason, score }: { name: string; reason: string; score: number }) {
  return (
    <>
      <Initials name={name} />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{name}</span>
        <span className="block text-pretty text-muted">{reason}</span>
      </span>
      <ScoreNumber score={score} />
    </>
  )
}

function TodayScreen() {
  return PEOPLE.map((person) => (
    <Row key={person.name}>
      <PersonLine {...person} />
    </Row>
  ))
}

function EvidenceScreen() {
  const { name, place, score } = SAMPLE_PERSON
  return (
    <>
      <Row>
        <PersonLine name={name} reason={place} score={score} />
      </Row>
      {EVIDENCE.map(({ fact, source, points }) => (
        <Row key={fact}>
          <span
            className="size-2.5 shrink-0 rounded-full"
            style={{ background: points ? categoryColor('destinations') : 'var(--color-dim)' }}
          />
          <span className="min-w-0 flex-1">
            <span className="block">{fact}</span>
            <span className="block text-muted">{source}</span>
          </span>
          {points && <span className="font-medium tabular-nums">{points}</span>}
        </Row>
      ))}
    </>
  )
}

const CHANNELS = [
  { icon: Phone, label: 'Call' },
  { icon: MessageSquareText, label: 'Text' },
  { icon: Mail, label: 'Email' },
] as const

function ScriptScreen() {
  return (
    <>
      <Row>
        <Initials name={SAMPLE_PERSON.name} />
        <span className="flex-1 font-medium">{SAMPLE_PERSON.name}</span>
        <Badge tone="green">OK to call</Badge>
      </Row>
      <Row className="text-base text-pretty">“{SAMPLE_PERSON.script}”</Row>
      <Row className="gap-2">
        {CHANNELS.map(({ icon: Icon, label }, index) => (
          <Choice key={label} tapped={index === 0}>
            <Icon className="size-4" />
            {label}
          </Choice>
        ))}
      </Row>
    </>
  )
}

/** Looks like a button; the tapped one is marked in the scene's second half. */
function Choice({ tapped, children }: { tapped: boolean; children: ReactNode }) {
  return (
    <span className="relative flex min-h-11 flex-1 items-center justify-center gap-2 rounded-lg border border-line-strong px-2 text-center">
      {children}
      {tapped && <span className="film-late absolute -inset-px rounded-lg border-2 border-accent" />}
    </span>
  )
}

function OutcomeScreen() {
  return (
    <>
      <Row className="font-medium">How did the call with Dana go?</Row>
      <Row className="grid! grid-cols-2">
        {OUTCOMES.map((outcome, index) => (
          <Choice key={outcome} tapped={index === 0}>
            {outcome}
          </Choice>
        ))}
      </Row>
      <Row>
        <span className="film-late flex items-center gap-3 text-muted">
          <Check className="size-4 shrink-0 text-green" />
          Logged. Next follow-up: Dec 7. Dana rests until then.
        </span>
      </Row>
    </>
  )
}

function PromiseScreen() {
  return (
    <>
      <Row>
        <Initials name={SAMPLE_PERSON.name} />
        <span className="min-w-0 flex-1">
          <span className="block font-medium">{SAMPLE_PERSON.name}</span>
          <span className="block text-muted">Send the street's sales, as promised</span>
        </span>
        <Badge tone="yellow">Due today</Badge>
      </Row>
      {PEOPLE.slice(1, 4).map((person) => (
        <Row key={person.name}>
          <PersonLine {...person} />
        </Row>
      ))}
    </>
  )
}
