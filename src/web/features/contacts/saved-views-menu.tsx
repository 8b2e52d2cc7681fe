import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { createView, type View } from '#contract/views.ts'
import { call } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { keyOf, read } from '#web/lib/query-client.ts'
import { DropdownMenu, MenuCheckboxItem, MenuItem, MenuLabel, MenuSeparator } from '#web/ui/dropdown-menu.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { FormField } from '#web/ui/form-field.tsx'
import { useChange } from '#web/ui/use-change.ts'
import { panelOf } from './filter-texts.ts'
import { visibleColumns } from './table-columns.tsx'
import {
  type ContactsUrlState,
  NO_PANEL_FILTERS,
  permissionParam,
  sortParam,
} from './use-contacts-url-state.ts'
import type { ListLayoutState } from './use-list-layout.ts'
import { listKey } from './use-list-position.ts'

interface SavedViewsMenuProps {
  urlState: ContactsUrlState
  layout: ListLayoutState
  trigger: ReactNode
}

/** Opens, saves and deletes views. A click on its button mounts it, so it starts open. */
export function SavedViewsMenu({ urlState, layout, trigger }: SavedViewsMenuProps) {
  const [open, setOpen] = useState(true)
  const [isNaming, setIsNaming] = useState(false)
  const views = useQuery(read('GET /api/views'))
  const currentView = views.data?.find(
    (view) =>
      listKey({ ...view, search: view.search ?? '', panel: panelOf(view.filter) }) === listKey(urlState) &&
      (view.columns !== null) === layout.isTable,
  )
  const showView = ({ search, signal, doNotContact, sort, filter, columns }: View) => {
    urlState.change({
      ...NO_PANEL_FILTERS,
      ...panelOf(filter),
      search,
      signal,
      reach: permissionParam(doNotContact),
      sort: sortParam(sort),
      contact: null,
      tab: null,
    })
    layout.change(columns ? { isTable: true, columns } : { isTable: false })
  }
  const remove = useChange({
    change: (view: View) => call('DELETE /api/views/{id}', { params: { id: view.id } }),
    successToast: (view) => ({ title: 'View Deleted', description: `Deleted ${view.name}.` }),
    failureToast: ['Error', "We couldn't delete the view. Please try again."],
    refreshedKeys: [keyOf('GET /api/views')],
  })
  return (
    <>
      <DropdownMenu trigger={trigger} open={open} onOpenChange={setOpen}>
        <MenuLabel>{labelOf(views)}</MenuLabel>
        {views.data?.map((view) => (
          <MenuCheckboxItem key={view.id} checked={view === currentView} onSelect={() => showView(view)}>
            <span className="max-w-64 truncate">{view.name}</span>
          </MenuCheckboxItem>
        ))}
        <MenuSeparator />
        <MenuItem icon={<Plus aria-hidden />} onSelect={() => setIsNaming(true)}>
          Save this view
        </MenuItem>
        {currentView && (
          <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => remove.mutate(currentView)}>
            Delete this view
          </MenuItem>
        )}
      </DropdownMenu>
      {isNaming && <SaveViewDialog urlState={urlState} layout={layout} onClose={() => setIsNaming(false)} />}
    </>
  )
}

function labelOf({ data, isError }: { data: View[] | undefined; isError: boolean }): string {
  if (isError) return "We couldn't load your views"
  if (!data) return 'Loading your views...'
  return data.length === 0 ? 'No saved views yet' : 'Saved views'
}

const viewNameSchema = createView.body.pick({ name: true })

interface SaveViewDialogProps {
  urlState: ContactsUrlState
  layout: ListLayoutState
  onClose: () => void
}

function SaveViewDialog({ urlState, layout, onClose }: SaveViewDialogProps) {
  const form = useForm({ resolver: zodResolver(viewNameSchema), defaultValues: { name: '' } })
  const { search, signal, doNotContact, panel, sort } = urlState
  const save = useChange({
    change: (name: string) => {
      const columns = layout.isTable ? [...visibleColumns(layout.columns)] : null
      return call('POST /api/views', {
        body: { name, search, signal, sort, doNotContact, filter: panel, columns },
      })
    },
    successToast: (_, view) => ({ title: 'View Saved', description: `${view.name} is in your Views menu.` }),
    refreshedKeys: [keyOf('GET /api/views')],
  })
  const submit = form.handleSubmit(({ name }) =>
    save.mutateAsync(name).then(onClose, (error) => {
      const message = messageOf(error, "We couldn't save the view. Please try again.")
      form.setError('name', { message })
    }),
  )
  return (
    <FormDialog
      width="sm"
      title="Save this view"
      description={`Saves your search, filters${layout.isTable ? ', sort order and columns' : ' and sort order'}. Only you can see it.`}
      verb="Save view"
      pending={save.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <FormField form={form} name="name" label="Name" required maxLength={60} />
    </FormDialog>
  )
}
