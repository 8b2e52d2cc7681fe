import type { PersonRecord, Position } from '#domain/enrichment/person-record.ts'
import { formatDay, joinPresent } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { professionalHistory } from './career.ts'
import { DrawerSection } from './fact-list.tsx'

interface CareerProps {
  employment: PersonRecord['employment']
  sample: boolean
}

/** The current and previous jobs. */
export function Career({ employment, sample }: CareerProps) {
  const { latest, isCurrent, previous } = professionalHistory(employment)
  if (!latest) return null
  return (
    <DrawerSection title="Professional History" sample={sample}>
      <ul className="grid gap-2.5">
        <PositionLine position={latest} isCurrentJob={isCurrent} />
        {previous.map((position, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the record has no ids and is never reordered
          <PositionLine key={index} position={position} />
        ))}
      </ul>
    </DrawerSection>
  )
}

function PositionLine({ position, isCurrentJob }: { position: Position; isCurrentJob?: boolean }) {
  const startText = position.startDate && formatDay(position.startDate)
  const endText = isCurrentJob ? 'now' : position.endDate && formatDay(position.endDate)
  return (
    <li className="border-l-2 border-line pl-3">
      <p className="flex items-center gap-2 font-medium">
        {position.title ?? 'Unknown role'}
        {isCurrentJob && <Badge>Current</Badge>}
      </p>
      <p className="text-[13px] text-muted">
        {joinPresent([position.company, joinPresent([position.city, position.state])], ' · ')}
      </p>
      {(startText || endText) && (
        <p className="text-[13px] text-dim">{joinPresent([startText, endText], ' – ')}</p>
      )}
    </li>
  )
}
