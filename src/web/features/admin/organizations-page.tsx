import { useInfiniteQuery } from '@tanstack/react-query'
import { Building2, Search } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { OrganizationFilter } from '#contract/admin-organizations.ts'
import { privatePage } from '#web/lib/brand.ts'
import { useTypedSearch } from '#web/lib/use-typed-search.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { organizationPages } from './admin-queries.ts'
import { statusLabel } from './admin-texts.ts'
import { ListFrame } from './list-frame.tsx'
import { OrganizationsTable } from './organizations-table.tsx'

export const meta = privatePage('Organizations')

const AddOrganizationDialog = lazy(async () => ({
  default: (await import('./add-organization-dialog.tsx')).AddOrganizationDialog,
}))

const STATUSES = (
  ['active', 'past_due', 'trialing', 'canceled', 'incomplete', 'suspended'] satisfies OrganizationFilter[]
).map((value) => ({ value, label: statusLabel(value) }))

/** All organizations, searchable by name, slug or owner's email. */
export default function OrganizationsPage() {
  const [params, setParams] = useSearchParams()
  const [adding, setAdding] = useState(false)
  const filter = { search: params.get('search') ?? '', status: params.get('status') ?? '' }
  const list = useInfiniteQuery(organizationPages(filter))
  const show = (change: Partial<typeof filter>) => {
    const wanted = Object.entries({ ...filter, ...change }).filter(([, value]) => value !== '')
    setParams(Object.fromEntries(wanted), { replace: true })
  }
  const isFiltered = filter.search !== '' || filter.status !== ''
  return (
    <section aria-labelledby="organizations">
      <h2 id="organizations" className="sr-only">
        Organizations
      </h2>
      <div className="mb-2 flex flex-wrap items-end gap-3">
        <SearchBox search={filter.search} onSearch={(search) => show({ search })} />
        <Field label="Status" className="w-40 max-sm:flex-1">
          <Select
            placeholder="All"
            options={STATUSES}
            value={filter.status}
            onChange={({ target }) => show({ status: target.value })}
          />
        </Field>
        <Button variant="primary" className="ml-auto max-sm:w-full" onClick={() => setAdding(true)}>
          Add Organization
        </Button>
      </div>
      <ListFrame
        list={list}
        rowsOf={(page) => page.organizations}
        what="the organizations"
        empty={
          <EmptyState
            icon={<Building2 />}
            title={isFiltered ? 'No matching organizations' : 'No organizations yet'}
            description={
              isFiltered ? 'Try another search or status.' : 'Organizations appear here when they sign up.'
            }
            actions={isFiltered && <Button onClick={() => show({ search: '', status: '' })}>Show all</Button>}
            level={3}
          />
        }
      >
        {(rows) => <OrganizationsTable organizations={rows} />}
      </ListFrame>
      <Suspense fallback={null}>
        {adding && <AddOrganizationDialog onClose={() => setAdding(false)} />}
      </Suspense>
    </section>
  )
}

const PAUSE_MS = 300

/** Searches after a pause in typing, or at once on Enter. */
function SearchBox({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const { text, type, searchNow, flush } = useTypedSearch(search, onSearch, PAUSE_MS)
  return (
    <Field label="Search" className="w-72 max-sm:w-full">
      <Input
        type="search"
        leading={<Search aria-hidden />}
        placeholder="Name, slug or owner"
        maxLength={200}
        value={text}
        onChange={({ target }) => type(target.value)}
        onKeyDown={({ key }) => key === 'Enter' && searchNow()}
        onBlur={flush}
      />
    </Field>
  )
}
