import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import type { BillingInvoice } from '#contract/billing.ts'
import { useMember, useUser } from '#web/features/auth/protected.tsx'
import { OwnBrokerageSection } from '#web/features/brokerage/own-brokerage-section.tsx'
import { CreditsSection } from '#web/features/credits/credits-section.tsx'
import { privatePage } from '#web/lib/brand.ts'
import { formatMomentDay } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Panel } from '#web/ui/card.tsx'
import { Loaded, Skeletons } from '#web/ui/loaded.tsx'
import { Page } from '#web/ui/page.tsx'
import { type Column, DataTable } from '#web/ui/table.tsx'
import { invoicesQuery, useBilling } from './billing-queries.ts'
import { amountText, invoiceBadge } from './billing-texts.ts'
import { NoOrganization, TestPaymentsNote } from './notices.tsx'
import { PlanSection } from './plan-section.tsx'

export const meta = privatePage('Billing')

/** Plan, credits and invoices of the organization. Only owners can change them. */
export default function BillingPage() {
  return (
    <Page title="Billing" aside={<TestPaymentsNote />}>
      {useUser().organizationId ? <BillingSections /> : <NoOrganization />}
    </Page>
  )
}

function BillingSections() {
  const isOwner = useMember().role === 'OWNER'
  return (
    <Loaded
      query={useBilling()}
      failure="Failed to fetch subscription"
      pending={<Skeletons label="Loading billing" className="mt-4 gap-6" rows={['h-52', 'h-80', 'h-48']} />}
    >
      {(billing) => (
        <div className="mt-4 grid gap-6">
          <PlanSection billing={billing} isOwner={isOwner} />
          <CreditsSection credits={billing.credits} isUsable={billing.status === 'active'} />
          <OwnBrokerageSection />
          {isOwner && <InvoicesSection />}
        </div>
      )}
    </Loaded>
  )
}

/** The organization's invoices, read from the payment provider. */
function InvoicesSection() {
  const invoices = useQuery(invoicesQuery(useMember().organizationId))
  return (
    <Panel id="invoices" title="Invoices" className="sm:p-5">
      <Loaded
        isCompact
        query={invoices}
        failure="We couldn't load your invoices"
        pending={<Skeletons label="Loading invoices" className="mt-3 gap-2" rows={['h-9', 'h-9']} />}
      >
        {({ invoices: rows }) =>
          rows.length === 0 ? (
            <p className="mt-1 text-sm text-muted">No invoices yet. Your first one comes with your plan.</p>
          ) : (
            <DataTable labelledBy="invoices" columns={COLUMNS} rows={rows} rowKey={({ id }) => id} />
          )
        }
      </Loaded>
    </Panel>
  )
}

const COLUMNS: readonly Column<BillingInvoice>[] = [
  {
    label: 'Date',
    className: 'tabular-nums',
    cell: ({ createdAt, number }) => (
      <>
        {formatMomentDay(createdAt)}
        <span className="block text-xs text-dim sm:hidden">{number}</span>
      </>
    ),
  },
  {
    label: 'Number',
    hidden: 'max-sm:hidden',
    className: 'text-muted tabular-nums',
    cell: ({ number }) => number ?? '–',
  },
  { label: 'Amount', isNumber: true, cell: amountText },
  {
    label: 'Status',
    cell: (invoice) => {
      const { tone, label } = invoiceBadge(invoice)
      return <Badge tone={tone}>{label}</Badge>
    },
  },
  {
    label: 'Document',
    isLabelHidden: true,
    className: 'text-right',
    cell: ({ hostedUrl, pdfUrl, number }) =>
      (hostedUrl ?? pdfUrl) && (
        <a
          href={hostedUrl ?? pdfUrl ?? undefined}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-6 items-center gap-1.5 rounded-sm text-muted hover:text-text [&_svg]:size-3.5"
        >
          View
          <span className="sr-only"> invoice {number} in a new tab</span>
          <ExternalLink aria-hidden />
        </a>
      ),
  },
]
