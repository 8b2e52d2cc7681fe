import type { ReactNode } from 'react'
import type { FraudCheck, OwnershipHistory, RiskData } from '#domain/risk/risk-data.ts'
import { formatDay, formatMomentDay, formatQuantity, joinPresent } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Collapsible } from '#web/ui/collapsible.tsx'
import { DrawerSection } from './fact-list.tsx'
import {
  CHECK_LABELS,
  checkResultLabel,
  foreclosureStatus,
  foreclosureText,
  foreclosureTitle,
  fraudStatus,
  gapText,
  matchText,
  ownershipStatus,
  ownershipText,
  ownershipToReview,
  type RiskStatus,
  resaleText,
  sanctionsStatus,
  sanctionsText,
  transferText,
} from './risk-texts.ts'

/** Risk data in four groups: ownership, fraud, sanctions and foreclosure, each with its sources. */
export function RiskCard({ risk }: { risk: RiskData }) {
  return (
    <DrawerSection
      title="Risk"
      sample={risk.sample}
      aside={risk.checkedAt && `Checked ${formatMomentDay(risk.checkedAt)}`}
    >
      <div className="divide-y divide-line rounded-lg border border-line">
        <Ownership ownership={risk.ownership} toReview={ownershipToReview(risk)} />
        <Fraud checks={risk.fraud} />
        <Sanctions sanctions={risk.sanctions} />
        <Foreclosure foreclosure={risk.foreclosure} />
      </div>
      <p className="mt-2 text-xs text-dim">
        Not for credit, employment, insurance or tenant decisions. A record may belong to someone with the
        same name.
      </p>
    </DrawerSection>
  )
}

function Group(props: { title: string; riskStatus: RiskStatus; children: ReactNode }) {
  const { title, riskStatus, children } = props
  return (
    <section aria-label={title} className="px-3 py-2.5">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h4 className="text-[13px] font-medium">{title}</h4>
        <Badge tone={riskStatus.tone}>{riskStatus.label}</Badge>
      </div>
      <div className="mt-1 text-[13px] text-muted">{children}</div>
    </section>
  )
}

/** A finding or record with its source. */
interface Entry {
  title: string
  text: string
  source?: string | undefined
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  if (entries.length === 0) return null
  return (
    <ul className="mt-2 grid gap-2">
      {entries.map(({ title, text, source }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no ids and are never reordered
        <li key={index} className="border-l-2 border-line-strong pl-2.5">
          <p className="text-text">{title}</p>
          <p className="break-words">{text}</p>
          {source && <p className="text-xs text-dim">{source}</p>}
        </li>
      ))}
    </ul>
  )
}

function CollapsedEntries({ label, entries }: { label: string; entries: readonly Entry[] }) {
  if (entries.length === 0) return null
  return (
    <Collapsible label={<span className="text-[13px] text-muted">{label}</span>} className="mt-1">
      <Entries entries={entries} />
    </Collapsible>
  )
}

function Ownership({ ownership, toReview }: { ownership: OwnershipHistory; toReview: number }) {
  const { deeds, gaps, quickResales } = ownership
  return (
    <Group title="Ownership history" riskStatus={ownershipStatus(ownership, toReview)}>
      <p>{ownershipText(ownership)}</p>
      <Entries
        entries={[
          ...gaps.map((gap) => ({ title: 'Gap in ownership', text: gapText(gap) })),
          ...quickResales.map((resale) => ({ title: 'Resold within a year', text: resaleText(resale) })),
        ]}
      />
      <CollapsedEntries
        label="All sales and deeds"
        entries={deeds.map((deed) => ({
          title: deed.date ? formatDay(deed.date) : 'Unknown date',
          text: transferText(deed),
          source: `Source: ${deed.sources.join(', ')}`,
        }))}
      />
    </Group>
  )
}

function Fraud({ checks }: { checks: readonly FraudCheck[] }) {
  const checksWith = (result: FraudCheck['result']) => checks.filter((check) => check.result === result)
  const [checksToReview, passedChecks, unrunChecks] = [
    checksWith('review'),
    checksWith('passed'),
    checksWith('not_run'),
  ]
  const otherChecksLabel = joinPresent([
    passedChecks.length > 0 ? formatQuantity(passedChecks.length, 'check passed', 'checks passed') : null,
    unrunChecks.length > 0 ? `${unrunChecks.length} not run` : null,
  ])
  return (
    <Group title="Fraud checks" riskStatus={fraudStatus(checks)}>
      {checksToReview.length === 0 && (
        <p>
          {passedChecks.length > 0
            ? 'Everything we could compare matches. This is not an identity check.'
            : 'Not run: there was nothing to compare.'}
        </p>
      )}
      <Entries
        entries={checksToReview.toSorted((a, b) => Number(a.weak) - Number(b.weak)).map(entryOfCheck)}
      />
      <CollapsedEntries
        label={otherChecksLabel}
        entries={[...passedChecks, ...unrunChecks].map(entryOfCheck)}
      />
    </Group>
  )
}

function entryOfCheck(check: FraudCheck): Entry {
  return {
    title: `${CHECK_LABELS[check.check]}: ${checkResultLabel(check).toLowerCase()}`,
    text: `${check.why}.`,
    source: check.sources.length > 0 ? `Compared with: ${check.sources.join(', ')}` : undefined,
  }
}

function Sanctions({ sanctions }: { sanctions: RiskData['sanctions'] }) {
  return (
    <Group title="Sanctions screening" riskStatus={sanctionsStatus(sanctions)}>
      <p>{sanctionsText(sanctions)}</p>
      <Entries
        entries={sanctions.matches.map((match) => ({
          title: match.name,
          text: matchText(match),
          source: `List entry ${match.entityNumber}`,
        }))}
      />
    </Group>
  )
}

function Foreclosure({ foreclosure }: { foreclosure: RiskData['foreclosure'] }) {
  const { status, records } = foreclosure
  return (
    <Group title="Foreclosure records" riskStatus={foreclosureStatus(foreclosure)}>
      {status === 'not_run' && <p>Not run: no county records source responded.</p>}
      {status === 'none_found' && (
        <p>No notice of default, lis pendens, auction or tax lien found in the connected sources.</p>
      )}
      <Entries
        entries={records.map((record) => ({
          title: foreclosureTitle(record),
          text: foreclosureText(record),
          source: `Source: ${record.source}`,
        }))}
      />
    </Group>
  )
}
