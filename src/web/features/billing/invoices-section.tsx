import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import type { BillingInvoice } from '#contract/billing.ts'
import { formatMomentDay } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type TableColumn, TableHead } from '#web/ui/table-head.tsx'
import { invoicesQuery } from './billing-queries.ts'
import { amountText, invoiceBadge } from './billing-texts.ts'

const HEAD = 'border-b border-line py-2 pr-4 last:pr-0 text-left font-medium text-muted'
const COLUMNS: readonly TableColumn[] = [
  { label: 'Date' },
  { label: 'Number', className: 'max-sm:hidden' },
  { label: 'Amount', className: 'text-right!' },
  { label: 'Status' },
  { label: 'Document', isHidden: true },
]
const CELL = 'border-b border-line py-2.5 pr-4 last:pr-0 group-last/row:border-0'

/** The organization's invoices, read from the payment provider. */
export function InvoicesSection({ organizationId }: { organizationId: string }) {
  const invoices = useQuery(invoicesQuery(organizationId))
  return (
    <Card className="p-4 sm:p-5">
      <h2 id="invoices-heading" className="text-base">
        Invoices
      </h2>
      {invoices.isPending && (
        <div role="status" aria-busy="true" aria-label="Loading invoices" className="mt-3 grid gap-2">
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
        </div>
      )}
      {invoices.isError && <LoadError query={invoices} text="We couldn't load your invoices." />}
      {invoices.data &&
        (invoices.data.invoices.length === 0 ? (
          <p className="mt-1 text-sm text-muted">No invoices yet. You'll get the first one with your plan.</p>
        ) : (
          <InvoiceTable invoices={invoices.data.invoices} />
        ))}
    </Card>
  )
}

function InvoiceTable({ invoices }: { invoices: readonly BillingInvoice[] }) {
  return (
    <table aria-labelledby="invoices-heading" className="mt-1 w-full border-collapse text-sm tabular-nums">
      <TableHead cell={HEAD} columns={COLUMNS} />
      <tbody>
        {invoices.map((invoice) => (
          <InvoiceRow key={invoice.id} invoice={invoice} />
        ))}
      </tbody>
    </table>
  )
}

function InvoiceRow({ invoice }: { invoice: BillingInvoice }) {
  const badge = invoiceBadge(invoice)
  const document = invoice.hostedUrl ?? invoice.pdfUrl
  return (
    <tr className="group/row">
      <td className={CELL}>
        {formatMomentDay(invoice.createdAt)}
        <span className="block text-xs text-dim sm:hidden">{invoice.number}</span>
      </td>
      <td className={`${CELL} text-muted max-sm:hidden`}>{invoice.number ?? '–'}</td>
      <td className={`${CELL} text-right`}>{amountText(invoice)}</td>
      <td className={CELL}>
        <Badge tone={badge.tone}>{badge.label}</Badge>
      </td>
      <td className={`${CELL} text-right`}>
        {document && (
          <a
            href={document}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-6 items-center gap-1.5 rounded-sm text-muted hover:text-text [&_svg]:size-3.5"
          >
            View
            <span className="sr-only"> invoice {invoice.number} in a new tab</span>
            <ExternalLink aria-hidden />
          </a>
        )}
      </td>
    </tr>
  )
}
