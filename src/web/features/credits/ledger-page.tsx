import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Coins, Download, X } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import type { CreditFilter } from '#contract/organizations.ts'
import { useMember, useUser } from '#web/features/auth/protected.tsx'
import { NoOrganization } from '#web/features/billing/notices.tsx'
import { saveFile } from '#web/features/contacts/vcard-file.ts'
import { privatePage } from '#web/lib/brand.ts'
import { formatMoment, formatQuantity } from '#web/lib/format.ts'
import { contactsUrl, urls, withParam } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input, Select } from '#web/ui/form.tsx'
import { PagedList } from '#web/ui/loaded.tsx'
import { Page } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { type Column, DataTable } from '#web/ui/table.tsx'
import { toastFailure } from '#web/ui/toast.tsx'
import { fetchLedgerFile, type LedgerEntry, ledgerPages } from './credits-queries.ts'
import { OPERATIONS, operationLabel, signedAmount } from './ledger-texts.ts'

export const meta = privatePage('Credit ledger')

const BACK_LINK = { label: 'Billing', to: urls.billing }

/** All credits granted, used and refunded, newest first. */
export default function LedgerPage() {
  if (useUser().organizationId) return <Ledger />
  return (
    <Page title="Credit ledger" back={BACK_LINK}>
      <NoOrganization />
    </Page>
  )
}

function Ledger() {
  const { organizationId, role } = useMember()
  const urlState = useLedgerUrlState()
  const { filter, isFiltered, clear } = urlState
  const list = useInfiniteQuery(ledgerPages(organizationId, filter))
  const balance = list.data?.pages[0]?.balance
  const empty = isFiltered ? (
    <EmptyState
      icon={<Coins />}
      title="No matching entries"
      description="Try different dates or another operation."
      actions={<Button onClick={clear}>Show all entries</Button>}
    />
  ) : (
    <EmptyState
      icon={<Coins />}
      title="No credit activity yet"
      description="Your plan includes credits every month. Each match uses one."
    />
  )
  return (
    <Page
      id="ledger-heading"
      title="Credit ledger"
      back={BACK_LINK}
      aside={
        <p role="status" className="truncate text-sm text-dim tabular-nums">
          {balance !== undefined && `${formatQuantity(balance, 'credit', 'credits')} left`}
        </p>
      }
      actions={role !== 'MEMBER' && <ExportButton filter={filter} />}
    >
      <LedgerFilter {...urlState} />
      <PagedList list={list} listName="the ledger" empty={empty}>
        {(entries) => (
          <DataTable labelledBy="ledger-heading" columns={COLUMNS} rows={entries} rowKey={({ id }) => id} />
        )}
      </PagedList>
    </Page>
  )
}

/** Downloads every page of the filtered ledger as CSV. */
function ExportButton({ filter }: { filter: CreditFilter }) {
  const { organizationId } = useMember()
  const download = useMutation({
    mutationFn: () => fetchLedgerFile(organizationId, filter),
    onSuccess: (file) => saveFile(file, 'credits.csv'),
    onError: toastFailure('Export Failed', "We couldn't export the ledger. Try again."),
  })
  return (
    <Button pending={download.isPending} pendingLabel="Exporting..." onClick={() => download.mutate()}>
      <Download aria-hidden />
      Export CSV
    </Button>
  )
}

/** Filters the ledger by operation, dates and contact. */
function LedgerFilter({ filter, isFiltered, setParam, clear }: ReturnType<typeof useLedgerUrlState>) {
  const { operation, from, to, contactId } = filter
  const isBackwards = from !== undefined && to !== undefined && from > to
  return (
    <search
      aria-label="Ledger"
      className="mt-3 mb-4 flex flex-wrap items-start gap-3 max-sm:grid max-sm:grid-cols-2"
    >
      <Field label="Operation" className="w-44 max-sm:col-span-2 max-sm:w-full">
        <Select
          placeholder="All"
          options={OPERATIONS}
          value={operation ?? ''}
          onValue={(value) => setParam('operation', value)}
        />
      </Field>
      <Field label="From" className="w-40 max-sm:w-full">
        <Input type="date" max={to} value={from ?? ''} onValue={(value) => setParam('from', value)} />
      </Field>
      <Field
        label="To"
        className="w-40 max-sm:w-full"
        error={isBackwards ? 'Choose a date on or after the From date.' : undefined}
      >
        <Input type="date" min={from} value={to ?? ''} onValue={(value) => setParam('to', value)} />
      </Field>
      <div className="flex flex-wrap gap-2 pt-6.5 max-sm:col-span-2 max-sm:pt-0">
        {contactId && (
          <Button onClick={() => setParam('contact', '')}>
            One contact only
            <X aria-hidden />
          </Button>
        )}
        {isFiltered && (
          <Button variant="ghost" onClick={clear}>
            Clear filters
          </Button>
        )}
      </div>
    </search>
  )
}

/** On phones, the entry includes time and contact. */
const COLUMNS: readonly Column<LedgerEntry>[] = [
  {
    label: 'Time',
    hidden: 'max-sm:hidden',
    className: 'whitespace-nowrap text-muted tabular-nums',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatMoment(createdAt)}</time>,
  },
  {
    label: 'Entry',
    cell: (entry) => (
      <>
        <span className="font-medium">{operationLabel(entry.operation)}</span>
        {entry.description && (
          <span className="text-[13px] text-pretty text-muted max-sm:block sm:ml-2.5">
            {entry.description}
          </span>
        )}
        {entry.memberName && (
          <span className="text-[13px] text-dim max-sm:block sm:ml-2.5">Requested by {entry.memberName}</span>
        )}
        <span className="flex flex-wrap gap-x-4 text-[13px] text-dim tabular-nums sm:hidden">
          <time dateTime={entry.createdAt}>{formatMoment(entry.createdAt)}</time>
          <ContactLink entry={entry} />
        </span>
      </>
    ),
  },
  {
    label: 'Contact',
    hidden: 'max-sm:hidden',
    className: 'text-[13px] whitespace-nowrap',
    cell: (entry) => <ContactLink entry={entry} />,
  },
  {
    label: 'Credits',
    isNumber: true,
    className: 'whitespace-nowrap',
    cell: ({ amount }) => (
      <span className={amount > 0 ? 'font-medium text-green' : 'font-medium'}>{signedAmount(amount)}</span>
    ),
  },
]

function ContactLink({ entry: { contactId, contactName } }: { entry: LedgerEntry }) {
  if (!contactId) return null
  return (
    <Link
      to={contactsUrl({ contact: contactId })}
      className="rounded-sm text-muted underline underline-offset-2 hover:text-text"
    >
      {contactName ?? 'Open contact'}
    </Link>
  )
}

const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/
const ID_PATTERN = /^[0-9a-f-]{36}$/i

type FilterParam = 'operation' | 'from' | 'to' | 'contact'

/** The ledger's filter as held in the URL; invalid values are ignored. */
function useLedgerUrlState() {
  const [params, setParams] = useSearchParams()
  const operation = OPERATIONS.find(({ value }) => value === params.get('operation'))?.value
  const from = dayOf(params.get('from'))
  const to = dayOf(params.get('to'))
  const contact = params.get('contact')
  const filter: CreditFilter = {
    ...(operation && { operation }),
    ...(from && { from }),
    ...(to && { to }),
    ...(contact && ID_PATTERN.test(contact) && { contactId: contact }),
  }
  return {
    filter,
    isFiltered: Object.keys(filter).length > 0,
    setParam(param: FilterParam, value: string) {
      setParams(withParam(params, param, value), { replace: true, preventScrollReset: true })
    },
    clear: () => setParams({}, { replace: true, preventScrollReset: true }),
  }
}

function dayOf(text: string | null): string | undefined {
  return text && DAY_PATTERN.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
}
