import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { Dial, type DialSpoke } from '#web/ui/dial.tsx'
import { SAMPLE_SIGNALS } from './sample-signals.ts'

const SPOKES: readonly DialSpoke[] = SAMPLE_SIGNALS.map(({ category, percent }) => ({
  category,
  value: percent / 100,
  caption: String(percent),
}))

const FACTS = [
  { fact: '9 signals', meaning: 'each with its evidence' },
  { fact: '75 of 100', meaning: 'means a 1-in-3 chance of moving' },
  { fact: 'No black box', meaning: 'every point explained' },
] as const

export function Hero() {
  return (
    <section
      aria-labelledby="hero"
      className="grid grid-cols-[minmax(0,1fr)] items-center gap-x-8 gap-y-12 py-16 lg:min-h-[38rem] lg:grid-cols-[minmax(0,1fr)_auto] lg:py-20"
    >
      <div>
        <h1 id="hero" className="max-w-2xl text-4xl leading-[1.08] tracking-[-0.03em] sm:text-6xl">
          Turn life events into real estate intelligence
        </h1>
        <p className="mt-6 max-w-xl text-lg text-pretty text-muted">
          See who in your database is likely to move in the next 12 months, and the public record that says
          so.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <Button variant="primary" size="lg" data-action="open-login">
            Get Started Now
          </Button>
          <Button size="lg" asChild>
            <a href={urls.contact}>Get Demo</a>
          </Button>
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
      <figure>
        <Dial
          spokes={SPOKES}
          center="9 Ds"
          label="The nine life-event signals with example values for one household"
          size={330}
          labels
          draw
          className="mx-auto w-full"
        />
        <figcaption className="mt-2 text-center text-sm text-dim">Example: one household</figcaption>
      </figure>
    </section>
  )
}
