import { BadgeCheck, Gauge, House } from 'lucide-react'
import { Card } from '#web/ui/card.tsx'

const FEATURES = [
  {
    icon: BadgeCheck,
    title: 'Smarter data and cleaner contacts',
    text: 'Import a CSV file or sync a phone. Duplicates are skipped, emails and phone numbers are checked, and a row that cannot be used is named with its reason.',
  },
  {
    icon: House,
    title: 'Context that builds relationships',
    text: 'See the property, the work history and the addresses behind a name before you call, with the source and date of each fact.',
  },
  {
    icon: Gauge,
    title: 'Predictive power with the 9 Ds',
    text: 'A score from 0 to 100 says how likely a signal-driven move is. It names the evidence, what each piece adds, and when it fades.',
  },
] as const

export function Features() {
  return (
    <section id="features" aria-labelledby="features-title" className="scroll-mt-16 py-20 sm:py-28">
      <h2 id="features-title" className="max-w-xl text-3xl sm:text-4xl">
        Know who is about to move, and why
      </h2>
      <ul className="mt-10 grid gap-4 lg:grid-cols-3">
        {FEATURES.map(({ icon: Icon, title, text }) => (
          <li key={title}>
            <Card className="h-full p-6">
              <Icon aria-hidden className="size-5 text-accent" />
              <h3 className="mt-4 text-lg">{title}</h3>
              <p className="mt-1.5 text-pretty text-muted">{text}</p>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  )
}
