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
        <Badge tone={riskStatus.tone}>{riskStatus.word}</Badge>
      </div>
      <div className="mt-1 text-[13px] text-muted">{children}</div>
    </section>
  )
}

/** A finding or record with its details and source. */
function Entry({
  title,
  children,
  source,
}: {
  title?: string
  children: ReactNode
  source?: string | undefined
}) {
  return (
    <li className="border-l-2 border-line-strong pl-2.5">
      {title && <p className="text-text">{title}</p>}
      <p className="break-words">{children}</p>
      {source && <p className="text-xs text-dim">{source}</p>}
    </li>
  )
}

function Ownership({ ownership, toReview }: { ownership: OwnershipHistory; toReview: number }) {
  const { home, deeds, yearsCovered, gaps, quickResales, status } = ownership
  return (
    <Group title="Ownership history" riskStatus={ownershipStatus(ownership, toReview)}>
      {status === 'not_run' ? (
        <p>Not run: no sale or deed found for {home ?? 'the home'}.</p>
      ) : (
        <p>
          {formatQuantity(deeds.length, 'sale or deed', 'sales and deeds')} for {home}
          {yearsCovered !== null &&
            yearsCovered > 0 &&
            `, over ${formatQuantity(yearsCovered, 'year', 'years')}`}
          .
        </p>
      )}
      {gaps.length + quickResales.length > 0 && (
        <ul className="mt-2 grid gap-2">
          {gaps.map((gap) => (
            <Entry key={`${gap.after} ${gap.next}`} title="Gap in ownership">
              {gapText(gap)}
            </Entry>
          ))}
          {quickResales.map((resale) => (
            <Entry key={resale.soldOn} title="Resold within a year">
              {resaleText(resale)}
            </Entry>
          ))}
        </ul>
      )}
      {deeds.length > 0 && (
        <Collapsible
          label={<span className="text-[13px] text-muted">All sales and deeds</span>}
          className="mt-1"
        >
          <ul className="grid gap-2">
            {deeds.map((deed, index) => (
              <Entry
                // biome-ignore lint/suspicious/noArrayIndexKey: sales have no ids and are never reordered
                key={index}
                title={deed.date ? formatDay(deed.date) : 'Unknown date'}
                source={`Source: ${deed.sources.join(', ')}`}
              >
                {transferText(deed)}
              </Entry>
            ))}
          </ul>
        </Collapsible>
      )}
    </Group>
  )
}

function Fraud({ checks }: { checks: readonly FraudCheck[] }) {
  const of = (result: FraudCheck['result']) => checks.filter((check) => check.result === result)
  const found = [...of('review')].sort((a, b) => Number(a.weak) - Number(b.weak))
  const others = [...of('passed'), ...of('not_run')]
  return (
    <Group title="Fraud checks" riskStatus={fraudStatus(checks)}>
      {found.length === 0 && (
        <p>
          {of('passed').length > 0
            ? 'Everything we could compare matches. This is not an identity check.'
            : 'Not run: there was nothing to compare.'}
        </p>
      )}
      <Checks checks={found} />
      {others.length > 0 && (
        <Collapsible
          label={
            <span className="text-[13px] text-muted">
              {othersLabel(of('passed').length, of('not_run').length)}
            </span>
          }
          className="mt-1"
        >
          <Checks checks={others} />
        </Collapsible>
      )}
    </Group>
  )
}

function othersLabel(passed: number, notRun: number): string {
  return joinPresent([
    passed > 0 ? formatQuantity(passed, 'check passed', 'checks passed') : null,
    notRun > 0 ? `${notRun} not run` : null,
  ])
}

function Checks({ checks }: { checks: readonly FraudCheck[] }) {
  if (checks.length === 0) return null
  return (
    <ul className="mt-1 grid gap-2">
      {checks.map((check) => (
        <Entry
          key={check.check}
          title={`${CHECK_LABELS[check.check]}: ${checkResultLabel(check).toLowerCase()}`}
          source={check.sources.length > 0 ? `Compared with: ${check.sources.join(', ')}` : undefined}
        >
          {check.why}.
        </Entry>
      ))}
    </ul>
  )
}

function Sanctions({ sanctions }: { sanctions: RiskData['sanctions'] }) {
  return (
    <Group title="Sanctions screening" riskStatus={sanctionsStatus(sanctions)}>
      <p>{sanctionsText(sanctions)}</p>
      {sanctions.matches.length > 0 && (
        <ul className="mt-2 grid gap-2">
          {sanctions.matches.map((match) => (
            <Entry key={match.entityNumber} title={match.name} source={`List entry ${match.entityNumber}`}>
              {matchText(match)}
            </Entry>
          ))}
        </ul>
      )}
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
      {records.length > 0 && (
        <ul className="grid gap-2">
          {records.map((record) => (
            <Entry
              key={`${record.source} ${record.documentId}`}
              title={foreclosureTitle(record)}
              source={`Source: ${record.source}`}
            >
              {foreclosureText(record)}
            </Entry>
          ))}
        </ul>
      )}
    </Group>
  )
}
