import { useInfiniteQuery } from '@tanstack/react-query'
import { Building2, Search } from 'lucide-react'
import { useNavigate, useSearchParams } from 'react-router'
import {
  type ListedOrganization,
  newOrganization,
  type OrganizationFilter,
} from '#contract/admin-organizations.ts'
import { privatePage } from '#web/lib/brand.ts'
import { capitalize, formatCount, formatMomentDay } from '#web/lib/format.ts'
import { urls } from '#web/lib/urls.ts'
import { useTypedSearch } from '#web/lib/use-typed-search.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { Field, Input, Select } from '#web/ui/form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { FormField } from '#web/ui/form-field.tsx'
import { PagedList } from '#web/ui/loaded.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { type Column, DataTable } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useActionForm } from '#web/ui/use-action-form.ts'
import { organizationPages, useAddOrganization } from './admin-queries.ts'
import { ORGANIZATION_STATUSES, statusLabel } from './admin-texts.ts'
import { OrganizationBadges } from './organization-badges.tsx'

export const meta = privatePage('Organizations')

const STATUSES = ORGANIZATION_STATUSES.map((value) => ({ value, label: statusLabel(value) }))

/** All organizations, searchable by name, slug or owner's email. */
export default function OrganizationsPage() {
  const [params, setParams] = useSearchParams()
  const status: OrganizationFilter | '' =
    STATUSES.find(({ value }) => value === params.get('status'))?.value ?? ''
  const filter = { search: params.get('search') ?? '', status }
  const setFilter = (change: { search?: string; status?: string }) => {
    const entries = Object.entries({ ...filter, ...change }).filter(([, value]) => value !== '')
    setParams(Object.fromEntries(entries), { replace: true })
  }
  const isFiltered = filter.search !== '' || filter.status !== ''
  const empty = (
    <EmptyState
      icon={<Building2 />}
      title={isFiltered ? 'No matching organizations' : 'No organizations yet'}
      description={
        isFiltered ? 'Try another search or status.' : 'Organizations appear here when they sign up.'
      }
      actions={isFiltered && <Button onClick={() => setFilter({ search: '', status: '' })}>Show all</Button>}
      level={3}
    />
  )
  return (
    <section aria-labelledby="organizations">
      <h2 id="organizations" className="sr-only">
        Organizations
      </h2>
      <div className="mb-2 flex flex-wrap items-end gap-3">
        <SearchBox search={filter.search} onSearch={(search) => setFilter({ search })} />
        <Field label="Status" className="w-40 max-sm:flex-1">
          <Select
            placeholder="All"
            options={STATUSES}
            value={filter.status}
            onValue={(value) => setFilter({ status: value })}
          />
        </Field>
        <DialogButton
          variant="primary"
          className="ml-auto max-sm:w-full"
          dialog={(close) => <AddOrganizationDialog onClose={close} />}
        >
          Add Organization
        </DialogButton>
      </div>
      <PagedList
        list={useInfiniteQuery(organizationPages(filter))}
        listName="the organizations"
        empty={empty}
      >
        {(rows) => (
          <DataTable
            labelledBy="organizations"
            headClassName="max-md:sr-only"
            columns={COLUMNS}
            rows={rows}
            rowKey={({ id }) => id}
          />
        )}
      </PagedList>
    </section>
  )
}

const SEARCH_DEBOUNCE_MS = 300

/** Searches after a pause in typing, or at once on Enter. */
function SearchBox({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const { text, type, searchNow, flush } = useTypedSearch(search, onSearch, SEARCH_DEBOUNCE_MS)
  return (
    <Field label="Search" className="w-72 max-sm:w-full">
      <Input
        type="search"
        leading={<Search aria-hidden />}
        placeholder="Name, slug or owner"
        maxLength={200}
        value={text}
        onValue={type}
        onKeyDown={({ key }) => key === 'Enter' && searchNow()}
        onBlur={flush}
      />
    </Field>
  )
}

const countColumn = (
  label: string,
  cell: (each: ListedOrganization) => number,
): Column<ListedOrganization> => ({
  label,
  cell: (each) => formatCount(cell(each)),
  isNumber: true,
  className: 'max-md:hidden',
})

/** On phones a row shows name, owner, status and credits only. */
const COLUMNS: readonly Column<ListedOrganization>[] = [
  {
    label: 'Organization',
    isRowHeader: true,
    className: 'w-full max-w-0',
    cell: ({ name, slug, ownerEmail, credits, ...status }) => (
      <>
        <span className="block truncate font-medium">{name}</span>
        <span className="block truncate text-[13px] text-muted">{ownerEmail ?? 'No owner'}</span>
        <span className="block truncate text-[13px] text-dim max-md:hidden">{slug}</span>
        <span className="mt-1.5 flex flex-wrap items-center gap-2 text-[13px] text-muted tabular-nums md:hidden">
          <OrganizationBadges {...status} />
          {formatCount(credits)} credits
        </span>
      </>
    ),
  },
  { label: 'Status', className: 'max-md:hidden', cell: (each) => <OrganizationBadges {...each} /> },
  { label: 'Plan', hidden: 'max-lg:hidden', cell: ({ plan }) => (plan ? capitalize(plan) : '–') },
  countColumn('Members', ({ members }) => members),
  countColumn('Contacts', ({ contacts }) => contacts),
  countColumn('Credits', ({ credits }) => credits),
  {
    label: 'Created',
    hidden: 'max-lg:hidden',
    className: 'whitespace-nowrap text-muted tabular-nums',
    cell: ({ createdAt }) => formatMomentDay(createdAt),
  },
  {
    label: 'Manage',
    isLabelHidden: true,
    cell: ({ id, name }) => (
      <ButtonLink
        size="sm"
        to={urls.adminOrganization(id)}
        aria-label={`Manage ${name}`}
        className="max-md:h-11"
      >
        Manage
      </ButtonLink>
    ),
  },
]

/** Adds an organization with its owner, then opens its page. */
function AddOrganizationDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const { form, dialog } = useActionForm({
    schema: newOrganization,
    defaultValues: { name: '', ownerEmail: '' },
    send: useAddOrganization(),
    onDone: ({ id, name }) => {
      toast({ title: 'Organization added', description: `${name}: we emailed the owner a sign-in link.` })
      onClose()
      void navigate(urls.adminOrganization(id))
    },
    fallback: "We couldn't add the organization. Try again.",
  })
  return (
    <FormDialog
      title="Add Organization"
      description="We'll email the owner a sign-in link. The organization has no plan until the owner buys one or you set a custom plan."
      verb="Add Organization"
      pendingLabel="Adding..."
      onClose={onClose}
      {...dialog}
    >
      <FormField form={form} name="name" label="Company name" required />
      <FormField form={form} name="ownerEmail" label="Owner's email" type="email" required />
    </FormDialog>
  )
}
