import {
  Award,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CreditCard,
  Globe,
  HeartPulse,
  Landmark,
  Lock,
  type LucideIcon,
  ShieldCheck,
} from 'lucide-react'
import type { SitePages } from '#contract/site.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { LinkedText } from '../parts/linked-text.tsx'

type ComplianceCard = SitePages['compliance']['cards'][number]

const ICONS: Readonly<Record<ComplianceCard['icon'], LucideIcon>> = {
  shield: ShieldCheck,
  lock: Lock,
  globe: Globe,
  heart: HeartPulse,
  certificate: Award,
  card: CreditCard,
  landmark: Landmark,
}

/** Badges by status. The icon repeats what the color says. */
const DONE_BADGE = { tone: 'green', icon: <CircleCheck aria-hidden /> } as const
const IN_PROGRESS_BADGE = { tone: 'yellow', icon: <CircleDashed aria-hidden /> } as const
const PLANNED_BADGE = { tone: 'blue', icon: <CircleDot aria-hidden /> } as const

const STATUS_BADGES = {
  Certified: DONE_BADGE,
  Compliant: DONE_BADGE,
  Available: DONE_BADGE,
  'In Progress': IN_PROGRESS_BADGE,
  Planned: PLANNED_BADGE,
  Ready: PLANNED_BADGE,
} as const

/** Status of one compliance program. */
export function StatusCard({ card }: { card: ComplianceCard }) {
  const Icon = ICONS[card.icon]
  return (
    <li>
      <Card className="flex h-full flex-col p-6">
        <div className="flex items-center justify-between gap-3">
          <Icon aria-hidden className="size-5 text-muted" />
          <Badge {...STATUS_BADGES[card.status]}>{card.status}</Badge>
        </div>
        <h3 className="mt-5 text-lg">{card.title}</h3>
        <p className="mt-1.5 text-muted">{card.description}</p>
        <ul className="mt-5 grid list-disc gap-1.5 pl-4 text-sm text-muted marker:text-line-strong">
          {card.details.map((detail) => (
            <li key={detail}>
              <LinkedText text={detail} />
            </li>
          ))}
        </ul>
      </Card>
    </li>
  )
}
