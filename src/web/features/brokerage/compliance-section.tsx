import { useQuery } from '@tanstack/react-query'
import type { BrokerageCompliance } from '#contract/brokerages.ts'
import { formatCount, formatDay, formatMomentDay, formatQuantity } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { Loaded, Skeletons } from '#web/ui/loaded.tsx'
import { type Column, DataTable } from '#web/ui/table.tsx'
import { complianceQuery } from './brokerage-queries.ts'

type OfficeCompliance = BrokerageCompliance['offices'][number]
type MemberCompliance = OfficeCompliance['members'][number]
type Override = BrokerageCompliance['overrides'][number]

/** Do-not-call lists, opt-outs and overrides of each member, for supervising brokers. */
export function ComplianceSection({ brokerageId }: { brokerageId: string }) {
  return (
    <section aria-labelledby="compliance">
      <h2 id="compliance" className="text-base">
        Compliance
      </h2>
      <Loaded
        isCompact
        query={useQuery(complianceQuery(brokerageId))}
        failure="We couldn't load the compliance figures"
        pending={<Skeletons label="Loading compliance" className="mt-3 gap-2" rows={['h-32']} />}
      >
        {({ since, offices, overrides }) => (
          <>
            <p className="mt-1 text-sm text-muted">
              Since {formatMomentDay(since)}. Names, addresses and numbers in reasons show as […].
            </p>
            <div className="mt-3 grid gap-3">
              {offices.map((office) => (
                <OfficeTable key={office.id} office={office} />
              ))}
            </div>
            <Overrides overrides={overrides} offices={offices} />
          </>
        )}
      </Loaded>
    </section>
  )
}

function OfficeTable({ office: { id, name, registry, openReviews, members } }: { office: OfficeCompliance }) {
  return (
    <Card className="p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 id={`compliance-${id}`} className="min-w-0 text-sm font-semibold wrap-anywhere">
          {name}
        </h3>
        {registry ? (
          <Badge tone={registry.isCurrent ? 'green' : 'orange'}>
            Do-not-call list {formatQuantity(registry.ageDays, 'day', 'days')} old
          </Badge>
        ) : (
          <Badge tone="orange">No do-not-call list</Badge>
        )}
        {openReviews > 0 && (
          <Badge>{formatQuantity(openReviews, 'opt-out to review', 'opt-outs to review')}</Badge>
        )}
      </div>
      <DataTable
        className="mt-2"
        labelledBy={`compliance-${id}`}
        columns={MEMBER_COLUMNS}
        rows={members}
        rowKey={({ userId }) => userId}
      />
    </Card>
  )
}

const hoursText = (hours: number | null) =>
  hours === null ? '–' : hours < 1 ? 'under 1 h' : `${formatCount(Math.round(hours))} h`

const MEMBER_COLUMNS: readonly Column<MemberCompliance>[] = [
  {
    label: 'Member',
    isRowHeader: true,
    className: 'wrap-anywhere',
    cell: ({ name, medianHours, slowestHours, overrides, personalMessages }) => (
      <>
        {name}
        <span className="block text-[13px] text-muted sm:hidden">
          Honored in {hoursText(medianHours)}, slowest {hoursText(slowestHours)};{' '}
          {formatQuantity(overrides, 'override', 'overrides')}, {formatCount(personalMessages)} personal
        </span>
      </>
    ),
  },
  {
    label: 'Opt-outs',
    isNumber: true,
    hidden: 'whitespace-nowrap',
    cell: ({ optOuts }) => formatCount(optOuts),
  },
  {
    label: 'Honored in',
    isNumber: true,
    hidden: 'max-sm:hidden',
    cell: ({ medianHours }) => hoursText(medianHours),
  },
  {
    label: 'Slowest',
    isNumber: true,
    hidden: 'max-sm:hidden',
    cell: ({ slowestHours }) => hoursText(slowestHours),
  },
  {
    label: 'Overrides',
    isNumber: true,
    hidden: 'max-sm:hidden',
    cell: ({ overrides }) => formatCount(overrides),
  },
  {
    label: 'Personal messages',
    isNumber: true,
    hidden: 'max-md:hidden',
    cell: ({ personalMessages }) => formatCount(personalMessages),
  },
  {
    label: 'Last list uploaded',
    isNumber: true,
    hidden: 'max-lg:hidden',
    cell: ({ lastUpload }) => (lastUpload ? formatDay(lastUpload) : '–'),
  },
]

const OVERRIDE_TEXTS: Record<Override['kind'], string> = {
  'opt-out-lifted': 'Lifted an opt-out',
  'call-exemption': 'Recorded a reason to call',
  'area-selected': 'Selected everyone in an area',
}

function Overrides({
  overrides,
  offices,
}: {
  overrides: readonly Override[]
  offices: readonly OfficeCompliance[]
}) {
  if (overrides.length === 0) return <p className="mt-3 text-sm text-muted">No overrides in this period.</p>
  const nameOf = (officeId: string) => offices.find(({ id }) => id === officeId)?.name
  return (
    <Card className="mt-3 p-4">
      <h3 id="overrides" className="text-sm font-semibold">
        Overrides with reasons
      </h3>
      <ul aria-labelledby="overrides" className="mt-1 divide-y divide-line/60">
        {overrides.map((override, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: overrides have no id, so that none leads to a contact
          <li key={index} className="py-2 text-sm">
            <p>
              {OVERRIDE_TEXTS[override.kind]}
              <span className="text-muted">
                {' '}
                · {override.memberName ?? 'Former member'} · {nameOf(override.officeId)} ·{' '}
                {formatDay(override.on)}
              </span>
            </p>
            <p className="mt-0.5 text-[13px] text-muted wrap-anywhere">
              {override.reason || 'No reason given'}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
