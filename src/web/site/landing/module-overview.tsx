import { BadgeCheck, Gauge, Layers, ShieldAlert } from 'lucide-react'

const MODULES = [
  {
    icon: BadgeCheck,
    name: 'Verification',
    text: 'Checks email, phone, address and employer, and tells you what each result is based on.',
  },
  {
    icon: ShieldAlert,
    name: 'Risk Intelligence',
    text: 'Ownership history, fraud checks, sanctions lists and foreclosure records.',
  },
  {
    icon: Layers,
    name: 'Enrichment',
    text: 'Property, work and address history, every field with its source.',
  },
  {
    icon: Gauge,
    name: '9D Scoring',
    text: 'A calibrated chance of moving, explained point by point and tracked over time.',
  },
] as const

export function ModuleOverview() {
  return (
    <section aria-labelledby="modules">
      <h2 id="modules" className="sr-only">
        What it does
      </h2>
      <ul className="grid gap-px overflow-hidden rounded-xl border border-line bg-line sm:grid-cols-2 lg:grid-cols-4">
        {MODULES.map(({ icon: Icon, name, text }) => (
          <li key={name} className="bg-surface p-6">
            <Icon aria-hidden className="size-5 text-accent" />
            <h3 className="mt-4 text-lg">{name}</h3>
            <p className="mt-1.5 text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
