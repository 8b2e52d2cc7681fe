import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Table2, Upload } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { PageHandle } from '#web/features/auth/protected.tsx'
import { TodayStripSlot } from '#web/features/today/today-strip-slot.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { privatePage } from '#web/lib/brand.ts'
import { itemsOf } from '#web/lib/pages.ts'
import { useOnceFromUrl } from '#web/lib/use-once-from-url.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { LoadErrorState } from '#web/ui/states.tsx'
import { ContactGrid, type ContactGridHandle } from './contact-grid.tsx'
import { contactPages, contactQuery } from './contacts-queries.ts'
import { ContactsSkeleton } from './contacts-states.tsx'
import { ListFilters } from './list-filters.tsx'
import { OpenContact } from './open-contact.tsx'
import { SavedViews } from './saved-views.tsx'
import { SortSelect } from './sort-select.tsx'
import { peopleText } from './total-text.ts'
import { type ContactsUrlState, hasFilters, useContactsUrlState } from './use-contacts-url-state.ts'
import { useListKeys } from './use-list-keys.ts'
import { useListLayout } from './use-list-layout.ts'
import { useSelection } from './use-selection.ts'

const AddContactDialog = lazyDialog(async () => (await import('./add-contact-dialog.tsx')).AddContactDialog)
const EditContactDialog = lazyDialog(
  async () => (await import('./edit-contact-dialog.tsx')).EditContactDialog,
)
const ImportDialog = lazyDialog(
  async () => (await import('#web/features/imports/import-dialog.tsx')).ImportDialog,
)
const ContactTable = lazyDialog(async () => (await import('./contact-table.tsx')).ContactTable)
const NothingFound = lazyDialog(async () => (await import('./nothing-found.tsx')).NothingFound)
const RetryLine = lazyDialog(async () => (await import('./retry-line.tsx')).RetryLine)
const Welcome = lazyDialog(async () => (await import('./welcome.tsx')).Welcome)
const SelectionBar = lazyDialog(async () => (await import('./selection-bar.tsx')).SelectionBar)

const BESIDE_DRAWER_HIDDEN = 'sm:@max-[50rem]:sr-only'

type OpenDialog = { kind: 'add' | 'import' } | { kind: 'edit'; contactId: string } | null

export const meta = privatePage('Contacts')
export const handle: PageHandle = { needs: 'subscription' }

/** The contacts page: list, drawer and dialogs. */
export default function ContactsPage() {
  const urlState = useContactsUrlState()
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const close = () => setDialog(null)
  useOnceFromUrl('open', (kind) => {
    if (kind === 'add' || kind === 'import') setDialog({ kind })
  })
  return (
    <div className="flex items-start">
      <ContactList
        urlState={urlState}
        onEdit={(contactId) => setDialog({ kind: 'edit', contactId })}
        onAdd={() => setDialog({ kind: 'add' })}
        onImport={() => setDialog({ kind: 'import' })}
      />
      <OpenContact list={urlState} />
      {dialog?.kind === 'add' && <AddContactDialog onClose={close} contactHref={urlState.contactHref} />}
      {dialog?.kind === 'import' && <ImportDialog onClose={close} />}
      {dialog?.kind === 'edit' && <EditContactDialog contactId={dialog.contactId} onClose={close} />}
    </div>
  )
}

interface ContactListProps {
  urlState: ContactsUrlState
  onAdd: () => void
  onImport: () => void
  onEdit: (contactId: string) => void
}

function ContactList({ urlState, onAdd, onImport, onEdit }: ContactListProps) {
  const client = useQueryClient()
  const grid = useRef<ContactGridHandle>(null)
  const list = useInfiniteQuery(contactPages(urlState))
  const { fetchNextPage } = list
  const contacts = useMemo(() => itemsOf(list.data), [list.data])
  const layout = useListLayout()
  const selection = useSelection(contacts, urlState)
  const failure = messageOf(list.error, 'Check your connection and try again.')
  const isFiltered = hasFilters(urlState)
  const total = list.data?.pages[0]?.total ?? null
  // After deleting every loaded contact, more may still be loading.
  const isEmpty = list.isSuccess && contacts.length === 0 && total === '0'
  const isLoading = !list.isError && contacts.length === 0 && !isEmpty
  useListKeys({ contacts, urlState, grid, onEdit, onSelect: selection.toggle })
  const onMore = useCallback(() => void fetchNextPage(), [fetchNextPage])
  const onPrefetch = useCallback((id: string) => void client.prefetchQuery(contactQuery(id)), [client])

  const listProps = {
    ref: grid,
    contacts,
    urlState,
    selection,
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    loadMoreError: list.isFetchNextPageError ? failure : null,
    onMore,
    onPrefetch,
  }
  return (
    <section
      aria-labelledby="contacts-heading"
      className="min-w-0 flex-1 px-4 pt-4 pb-20 has-[table]:pb-6 sm:px-5"
    >
      {/* Beside the drawer the labels are shorter, so that the controls fit on one line. */}
      <div className="@container">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3 max-sm:gap-x-2 max-sm:gap-y-2 sm:@max-[50rem]:gap-x-2">
          <div className="flex shrink-0 grow items-baseline gap-2.5 max-sm:w-full">
            <h1 id="contacts-heading" className="text-xl">
              Contacts
            </h1>
            <p role="status" className="truncate text-sm text-dim tabular-nums">
              {peopleText(total)}
            </p>
          </div>
          {/* On phones the buttons are icons, so that all controls fit on one line. */}
          <div className="flex gap-2 max-sm:flex-1">
            <SortSelect value={urlState.sort} onChange={urlState.setSort} />
            <Button
              size="icon"
              aria-label="Table"
              title="Table"
              aria-pressed={layout.isTable}
              onClick={() => layout.change({ isTable: !layout.isTable })}
              className="text-muted aria-pressed:border-accent aria-pressed:text-text max-md:hidden"
            >
              <Table2 aria-hidden />
            </Button>
            <SavedViews urlState={urlState} layout={layout} />
          </div>
          <div className="flex gap-2 max-sm:*:px-3.5">
            <Button onClick={onImport}>
              <Upload aria-hidden />
              <span className="max-sm:sr-only">
                Import<span className={BESIDE_DRAWER_HIDDEN}> Contacts</span>
              </span>
            </Button>
            <Button variant="primary" onClick={onAdd}>
              <Plus aria-hidden />
              <span className="max-sm:sr-only">
                Add<span className={BESIDE_DRAWER_HIDDEN}> Contact</span>
              </span>
            </Button>
          </div>
        </div>
        <div className="mt-2.5 mb-3">
          <ListFilters urlState={urlState} />
        </div>
      </div>
      {!(isEmpty && !isFiltered) && <TodayStripSlot isReady={list.isSuccess} />}
      {isLoading && !layout.isTable && <ContactsSkeleton />}
      {list.isError && contacts.length === 0 && (
        <LoadErrorState query={list} title="We couldn't load the contacts" />
      )}
      {list.isRefetchError && contacts.length > 0 && !list.isFetching && (
        <RetryLine
          title="We couldn't refresh the list."
          message={failure}
          onRetry={() => void list.refetch()}
        />
      )}
      {isEmpty && !isFiltered && <Welcome onAdd={onAdd} onImport={onImport} />}
      {isEmpty && isFiltered && <NothingFound urlState={urlState} />}
      {layout.isTable && (isLoading || contacts.length > 0) && (
        <ContactTable {...listProps} layout={layout} total={total} />
      )}
      {!layout.isTable && contacts.length > 0 && <ContactGrid {...listProps} />}
      {selection.isActive && <SelectionBar selection={selection} urlState={urlState} total={total} />}
    </section>
  )
}
