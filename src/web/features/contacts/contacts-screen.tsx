import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Upload } from 'lucide-react'
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { messageOf } from '#web/lib/api-error.ts'
import { formatCount } from '#web/lib/format.ts'
import { itemsOf } from '#web/lib/pages.ts'
import { Button } from '#web/ui/button.tsx'
import { categoryLabel } from '#web/ui/category-style.ts'
import { ContactGrid, type ContactGridHandle } from './contact-grid.tsx'
import { contactPages, contactQuery } from './contacts-queries.ts'
import { ContactsFailed, ContactsSkeleton, NothingFound, RetryLine, Welcome } from './contacts-states.tsx'
import { DrawerPlaceholder } from './drawer-placeholder.tsx'
import { ListFilters, PERMISSION_LABELS, PermissionFilter, SignalFilter } from './list-filters.tsx'
import { SavedViews } from './saved-views.tsx'
import { SortSelect } from './sort-select.tsx'
import { type ContactsUrlState, useContactsUrlState } from './use-contacts-url-state.ts'
import { useDialogFromUrl } from './use-dialog-from-url.ts'
import { useListKeys } from './use-list-keys.ts'
import { useSelection } from './use-selection.ts'

const ContactDrawer = lazy(async () => ({
  default: (await import('./drawer/contact-drawer.tsx')).ContactDrawer,
}))
const AddContactDialog = lazy(async () => ({
  default: (await import('./add-contact-dialog.tsx')).AddContactDialog,
}))
const EditContactDialog = lazy(async () => ({
  default: (await import('./edit-contact-dialog.tsx')).EditContactDialog,
}))
const DeleteContactDialog = lazy(async () => ({
  default: (await import('./delete-contact-dialog.tsx')).DeleteContactDialog,
}))
const ImportDialog = lazy(async () => ({
  default: (await import('#web/features/imports/import-dialog.tsx')).ImportDialog,
}))
const SelectionBar = lazy(async () => ({
  default: (await import('./selection-bar.tsx')).SelectionBar,
}))

const BESIDE_DRAWER_HIDDEN = 'sm:@max-[50rem]:sr-only'

type OpenDialog =
  | { kind: 'add' }
  | { kind: 'import' }
  | { kind: 'edit'; contactId: string }
  | { kind: 'delete'; contactId: string }
  | null

/** The contacts page: list, drawer and dialogs. */
export function ContactsScreen() {
  const address = useContactsUrlState()
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const close = useCallback(() => setDialog(null), [])
  useDialogFromUrl(useCallback((kind) => setDialog({ kind }), []))
  const onEdit = useCallback((contactId: string) => setDialog({ kind: 'edit', contactId }), [])
  const onDelete = useCallback((contactId: string) => setDialog({ kind: 'delete', contactId }), [])
  return (
    <div className="flex items-start">
      <ContactList
        address={address}
        onEdit={onEdit}
        onAdd={() => setDialog({ kind: 'add' })}
        onImport={() => setDialog({ kind: 'import' })}
      />
      <Suspense fallback={<DrawerPlaceholder />}>
        {address.contactId && (
          <ContactDrawer
            contactId={address.contactId}
            address={address}
            list={address}
            onEdit={onEdit}
            onDelete={onDelete}
          />
        )}
      </Suspense>
      <Suspense fallback={null}>
        {dialog?.kind === 'add' && <AddContactDialog onClose={close} contactHref={address.contactHref} />}
        {dialog?.kind === 'import' && <ImportDialog onClose={close} />}
        {dialog?.kind === 'edit' && <EditContactDialog contactId={dialog.contactId} onClose={close} />}
        {dialog?.kind === 'delete' && (
          <DeleteContactDialog contactId={dialog.contactId} onClose={close} onDeleted={address.close} />
        )}
      </Suspense>
    </div>
  )
}

interface ContactListProps {
  address: ContactsUrlState
  onAdd: () => void
  onImport: () => void
  onEdit: (contactId: string) => void
}

function ContactList({ address, onAdd, onImport, onEdit }: ContactListProps) {
  const client = useQueryClient()
  const grid = useRef<ContactGridHandle>(null)
  const list = useInfiniteQuery(contactPages(address))
  const { fetchNextPage } = list
  const contacts = useMemo(() => itemsOf(list.data), [list.data])
  const selection = useSelection(contacts, address)
  const failure = messageOf(list.error, 'Check your connection and try again.')
  const filtered = address.search !== '' || address.signal !== null || address.reach !== null
  const total = list.data?.pages[0]?.total
  // After deleting every loaded contact, more may still be loading.
  const isEmpty = list.isSuccess && contacts.length === 0 && total === '0'
  const isLoading = !list.isError && contacts.length === 0 && !isEmpty
  useListKeys({ contacts, address, grid, onEdit, onSelect: selection.toggle })
  const onMore = useCallback(() => void fetchNextPage(), [fetchNextPage])
  const onPrefetch = useCallback((id: string) => void client.prefetchQuery(contactQuery(id)), [client])

  return (
    <section aria-labelledby="contacts-heading" className="min-w-0 flex-1 px-4 pt-4 pb-20 sm:px-5">
      {/* Beside the drawer the labels are shorter, so that the controls fit on one line. */}
      <div className="@container">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3 sm:@max-[50rem]:gap-x-2">
          <div className="flex shrink-0 grow items-baseline gap-2.5">
            <h1 id="contacts-heading" className="text-xl">
              Contacts
            </h1>
            <p role="status" className="truncate text-sm text-dim tabular-nums">
              {totalText(total)}
            </p>
          </div>
          <div className="flex gap-2 max-sm:w-full">
            <SortSelect value={address.sort} onChange={address.setSort} />
            <SavedViews address={address} />
          </div>
          <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
            <Button onClick={onImport}>
              <Upload aria-hidden />
              <span>
                Import<span className={BESIDE_DRAWER_HIDDEN}> Contacts</span>
              </span>
            </Button>
            <Button variant="primary" onClick={onAdd}>
              <Plus aria-hidden />
              <span>
                Add<span className={BESIDE_DRAWER_HIDDEN}> Contact</span>
              </span>
            </Button>
          </div>
        </div>
        <div className="mt-2.5 mb-3">
          <ListFilters chosen={`${address.signal} ${address.reach}`}>
            <SignalFilter value={address.signal} onChange={address.setSignal} />
            <PermissionFilter value={address.reach} onChange={address.setPermission} />
          </ListFilters>
        </div>
      </div>
      {isLoading && <ContactsSkeleton />}
      {list.isError && contacts.length === 0 && (
        <ContactsFailed message={failure} onRetry={() => void list.refetch()} />
      )}
      {list.isRefetchError && contacts.length > 0 && !list.isFetching && (
        <RetryLine
          title="We couldn't refresh the list."
          message={failure}
          onRetry={() => void list.refetch()}
        />
      )}
      {isEmpty && !filtered && <Welcome onAdd={onAdd} onImport={onImport} />}
      {isEmpty && filtered && <NothingFound what={filterText(address)} onClear={address.clearFilters} />}
      {contacts.length > 0 && (
        <ContactGrid
          ref={grid}
          contacts={contacts}
          address={address}
          selection={selection}
          hasMore={list.hasNextPage}
          loadingMore={list.isFetchingNextPage}
          moreFailed={list.isFetchNextPageError ? failure : null}
          onMore={onMore}
          onPrefetch={onPrefetch}
        />
      )}
      {selection.active && (
        <Suspense fallback={null}>
          <SelectionBar selection={selection} address={address} total={total ?? null} />
        </Suspense>
      )}
    </section>
  )
}

/** `2,418 people`; `1,000+ people` if the count is not exact. */
function totalText(total: string | null | undefined): string {
  const [, digits, more = ''] = /^(\d+)(\+?)$/.exec(total ?? '') ?? []
  if (!digits) return ''
  return `${formatCount(Number(digits))}${more} ${digits === '1' && !more ? 'person' : 'people'}`
}

function filterText({ search, signal, reach }: ContactsUrlState): string {
  const parts = [
    search && `“${search}”`,
    signal && `the signal ${categoryLabel(signal)}`,
    reach && `“${PERMISSION_LABELS[reach]}”`,
  ]
  return parts.filter(Boolean).join(' and ')
}
