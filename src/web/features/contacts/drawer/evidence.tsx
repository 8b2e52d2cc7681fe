import type { Signal } from '#contract/contacts.ts'
import type { ScoreExplanation } from '#contract/score.ts'
import type { Category } from '#domain/signals/categories.ts'
import { capitalize, formatDay, formatMomentDay, formatMonth } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { CategoryBadge, categoryLabel } from '#web/ui/category.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Collapsible } from '#web/ui/collapsible.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { isSampleSignal, SampleBadge } from '../sample-data.tsx'
import { confidencePercent, evidenceTone } from '../score-bands.ts'
import { evidenceDetails, evidenceFacts, stateLabel } from './evidence-facts.ts'
import { DrawerSection, FactList } from './fact-list.tsx'
import { readableFacts } from './readable-facts.ts'
import { peakText } from './score-texts.ts'

type ExplainedSignal = ScoreExplanation['signals'][number]

interface EvidenceProps {
  signals: readonly Signal[]
  explanation: ScoreExplanation | undefined
  /** The highlighted category; evidence of others is faded. */
  activeCategory: Category | null
}

/** One card per detected signal: active ones first, then by points. */
export function Evidence({ signals, explanation, activeCategory }: EvidenceProps) {
  if (signals.length === 0) {
    return (
      <DrawerSection title="Evidence">
        <p className="text-[13px] text-muted">No signals detected yet.</p>
      </DrawerSection>
    )
  }
  const explainedById = new Map(explanation?.signals.map((explained) => [explained.id, explained]))
  const rows = signals
    .map((signal) => ({
      signal,
      explained: explainedById.get(signal.id),
      live: isLive(signal, explainedById.get(signal.id)),
    }))
    .sort(
      (a, b) => Number(b.live) - Number(a.live) || (b.explained?.points ?? 0) - (a.explained?.points ?? 0),
    )
  const live = rows.filter((row) => row.live).length
  const expired = rows.length - live
  return (
    <DrawerSection
      title="Evidence"
      aside={expired > 0 ? `${live} active · ${expired} expired` : `${live} active`}
    >
      <ul className="grid gap-2">
        {rows.map((row) => (
          <EvidenceCard
            key={row.signal.id}
            {...row}
            isFaded={activeCategory !== null && activeCategory !== row.signal.category}
          />
        ))}
      </ul>
    </DrawerSection>
  )
}

/** Takes the state from the score explanation; until that is loaded, from the signal's stored expiry. */
function isLive(signal: Signal, explained: ExplainedSignal | undefined): boolean {
  if (explained) return explained.live
  const end = signal.metadata?.expiresAt
  return typeof end !== 'string' || Date.parse(end) > Date.now()
}

interface EvidenceCardProps {
  signal: Signal
  explained: ExplainedSignal | undefined
  live: boolean
  isFaded: boolean
}

function EvidenceCard({ signal, explained, live, isFaded }: EvidenceCardProps) {
  const confidence = confidencePercent(signal)
  const details = [
    ...(explained ? evidenceDetails(explained) : []),
    ...readableFacts({ source: signal.source, confidence: signal.confidence, ...signal.metadata }),
  ]
  return (
    <li
      className={cx('rounded-lg border border-line px-3 pt-2.5 transition-opacity', isFaded && 'opacity-40')}
    >
      <div className="flex flex-wrap items-center gap-1.5">
        <CategoryBadge category={signal.category} />
        {!live && <Badge>{(explained && stateLabel(explained.state)) ?? 'Expired'}</Badge>}
        {isSampleSignal(signal) && <SampleBadge />}
        <span className="ml-auto text-[13px] text-dim tabular-nums">{confidence}% confidence</span>
      </div>
      <p className={cx('mt-2 text-[13px]', live ? 'text-text' : 'text-muted')}>
        {signal.description ?? `${capitalize(signal.category)} signal`}
      </p>
      <Progress
        value={confidence}
        label={`Confidence of the ${categoryLabel(signal.category).toLowerCase()} signal`}
        color={live ? `var(--color-${evidenceTone(confidence)})` : 'var(--color-line-strong)'}
        className="mt-2"
      />
      <p className="mt-2 flex flex-wrap gap-x-4 gap-y-0.5 text-xs text-dim">
        {signal.eventDate && <span>Event {formatDay(signal.eventDate)}</span>}
        <span>Detected {formatMomentDay(signal.detectedAt)}</span>
        {live && explained?.peakFrom && explained.peakTo && (
          <span>Peaks {peakText(explained.peakFrom, explained.peakTo)}</span>
        )}
        {live && explained?.expiresAt && <span>Expires {formatMonth(explained.expiresAt)}</span>}
      </p>
      {explained && (
        <dl className="mt-2 grid gap-1 text-[13px]">
          {evidenceFacts(explained).map(({ label, value }) => (
            <div key={label} className="grid grid-cols-[5.5rem_1fr] gap-2">
              <dt className="text-dim">{label}</dt>
              <dd className="min-w-0 break-words text-muted">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {details.length > 0 ? (
        <Collapsible label={<span className="text-xs text-muted">Details</span>} className="mt-0.5">
          <FactList facts={details} />
        </Collapsible>
      ) : (
        <div className="h-2.5" />
      )}
    </li>
  )
}
