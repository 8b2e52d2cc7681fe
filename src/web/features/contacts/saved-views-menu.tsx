import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { createView, deleteView, listViews, type View } from '#contract/views.ts'
import { call } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { keyOf, read } from '#web/lib/query-client.ts'
import { DropdownMenu, MenuCheckboxItem, MenuItem, MenuLabel, MenuSeparator } from '#web/ui/dropdown-menu.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast, toastError } from '#web/ui/toast.tsx'
import { type ContactPermission, type ContactsUrlState, doNotContactOf } from './use-contacts-url-state.ts'

interface SavedViewsMenuProps {
  address: ContactsUrlState
  trigger: ReactNode
}

/** Opens, saves and deletes views. Mounted by the click on its button, so it starts open. */
export function SavedViewsMenu({ address, trigger }: SavedViewsMenuProps) {
  const client = useQueryClient()
  const [open, setOpen] = useState(true)
  const [naming, setNaming] = useState(false)
  const views = useQuery(read(listViews))
  const current = views.data?.find((view) => isCurrentView(view, address))
  const remove = useMutation({
    mutationFn: (view: View) => call(deleteView, { params: { id: view.id } }),
    onSuccess: (_, view) => toast({ title: 'View Deleted', description: `Deleted ${view.name}.` }),
    onError: (error) => toastError('Error', error, "We couldn't delete the view. Please try again."),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(listViews) }),
  })
  return (
    <>
      <DropdownMenu trigger={trigger} open={open} onOpenChange={setOpen}>
        <MenuLabel>{labelOf(views)}</MenuLabel>
        {views.data?.map((view) => (
          <MenuCheckboxItem
            key={view.id}
            checked={view === current}
            onSelect={() =>
              address.show({
                search: view.search ?? '',
                signal: view.signal,
                reach: permissionOf(view),
                sort: view.sort,
              })
            }
          >
            <span className="max-w-64 truncate">{view.name}</span>
          </MenuCheckboxItem>
        ))}
        <MenuSeparator />
        <MenuItem icon={<Plus aria-hidden />} onSelect={() => setNaming(true)}>
          Save this view
        </MenuItem>
        {current && (
          <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => remove.mutate(current)}>
            Delete this view
          </MenuItem>
        )}
      </DropdownMenu>
      {naming && <SaveViewDialog address={address} onClose={() => setNaming(false)} />}
    </>
  )
}

function labelOf({ data, isError }: { data: View[] | undefined; isError: boolean }): string {
  if (isError) return "We couldn't load your views"
  if (!data) return 'Loading your views...'
  return data.length === 0 ? 'No saved views yet' : 'Saved views'
}

function isCurrentView(view: View, { search, signal, reach, sort }: ContactsUrlState): boolean {
  return (
    (view.search ?? '') === search &&
    view.signal === signal &&
    permissionOf(view) === reach &&
    view.sort === sort
  )
}

function permissionOf({ doNotContact }: View): ContactPermission | null {
  if (doNotContact === null) return null
  return doNotContact ? 'do-not-contact' : 'can-contact'
}

const viewNameSchema = createView.body.pick({ name: true })

function SaveViewDialog({ address, onClose }: { address: ContactsUrlState; onClose: () => void }) {
  const client = useQueryClient()
  const form = useForm({ resolver: zodResolver(viewNameSchema), defaultValues: { name: '' } })
  const { search, signal, reach, sort } = address
  const doNotContact = doNotContactOf(reach)
  const save = useMutation({
    mutationFn: ({ name }: { name: string }) =>
      call(createView, { body: { name, search, signal, sort, doNotContact } }),
    onSuccess: async (view) => {
      await client.invalidateQueries({ queryKey: keyOf(listViews) })
      toast({ title: 'View Saved', description: `${view.name} is in your Views menu.` })
      onClose()
    },
    onError: (error) =>
      form.setError('name', { message: messageOf(error, "We couldn't save the view. Please try again.") }),
  })
  return (
    <FormDialog
      width="sm"
      title="Save this view"
      description="Saves your search, filters and sort order. Only you can see it."
      verb="Save view"
      pending={save.isPending}
      pendingLabel="Saving..."
      onClose={onClose}
      onSubmit={form.handleSubmit((values) => save.mutate(values))}
    >
      <Field label="Name" required error={form.formState.errors.name?.message}>
        <Input {...form.register('name')} autoComplete="off" maxLength={60} />
      </Field>
    </FormDialog>
  )
}
