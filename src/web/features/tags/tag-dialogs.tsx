import { type ReactNode, useState } from 'react'
import type { Tag, TagColor } from '#contract/tags.ts'
import { ApiError, fieldErrorsOf } from '#web/lib/api-error.ts'
import { capitalize } from '#web/lib/format.ts'
import { Field, Input, Select } from '#web/ui/form.tsx'
import { AlertDialog, FormDialog } from '#web/ui/form-dialog.tsx'
import { TAG_COLORS, tagDot } from './tag-badge.tsx'
import { contactsText, useDeleteTag, useMergeTags, useSaveTag } from './tags-queries.ts'

export type OpenTagDialog = { kind: 'add' } | { kind: 'edit' | 'merge' | 'delete'; tag: Tag }

interface TagDialogsProps {
  dialog: OpenTagDialog
  tags: readonly Tag[]
  onClose: () => void
}

/** The open dialog of the tags page. */
export function TagDialogs({ dialog, tags, onClose }: TagDialogsProps): ReactNode {
  if (dialog.kind === 'add') return <SaveDialog onClose={onClose} />
  const { kind, tag } = dialog
  if (kind === 'edit') return <SaveDialog tag={tag} onClose={onClose} />
  if (kind === 'delete') return <DeleteDialog tag={tag} onClose={onClose} />
  return <MergeDialog tag={tag} otherTags={tags.filter(({ id }) => id !== tag.id)} onClose={onClose} />
}

interface TagDialogProps {
  tag: Tag
  onClose: () => void
}

/** Edits the name and color of a new or existing tag. */
function SaveDialog({ tag, onClose }: { tag?: Tag; onClose: () => void }) {
  const [name, setName] = useState(tag?.name ?? '')
  const [color, setColor] = useState<TagColor>(tag?.color ?? 'gray')
  const save = useSaveTag(tag)
  const { name: nameError } = fieldErrorsOf(save.error)
  return (
    <FormDialog
      title={tag ? 'Edit tag' : 'New tag'}
      description={tag && `Changes “${tag.name}” on ${contactsText(tag.contacts)}.`}
      verb={tag ? 'Save tag' : 'Add tag'}
      pending={save.isPending}
      error={nameError ? null : saveErrorText(save.error)}
      onClose={onClose}
      onSubmit={() => save.mutateAsync({ name, color }).then(onClose)}
    >
      <Field label="Name" required error={nameError}>
        <Input value={name} maxLength={100} autoComplete="off" onValue={setName} />
      </Field>
      <ColorChoice color={color} onColor={setColor} />
    </FormDialog>
  )
}

function ColorChoice({ color, onColor }: { color: TagColor; onColor: (color: TagColor) => void }) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-[13px] font-medium">Color</legend>
      <div className="flex flex-wrap gap-1">
        {TAG_COLORS.map((each) => (
          <label
            key={each}
            title={capitalize(each)}
            className="relative grid size-9 cursor-pointer place-items-center rounded-lg border border-transparent hover:bg-raised has-checked:border-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent max-md:size-11"
          >
            <input
              type="radio"
              name="tag-color"
              aria-label={capitalize(each)}
              checked={each === color}
              onChange={() => onColor(each)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <span aria-hidden className="size-4.5 rounded-full" style={{ background: tagDot(each) }} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Chooses the tag to merge into, and shows how many contacts it gets. */
function MergeDialog({ tag, otherTags, onClose }: TagDialogProps & { otherTags: readonly Tag[] }) {
  const [chosenId, setChosenId] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const merge = useMergeTags(tag)
  const targetTag = otherTags.find(({ id }) => id === chosenId)
  return (
    <FormDialog
      title={`Merge “${tag.name}”`}
      description="Choose the tag to keep. This can't be undone."
      verb="Merge tags"
      danger
      pending={merge.isPending}
      pendingLabel="Merging..."
      error={saveErrorText(merge.error)}
      onClose={onClose}
      onSubmit={() => (targetTag ? merge.mutateAsync(targetTag.id).then(onClose) : setIsMissing(true))}
    >
      <Field label="Merge into" required error={isMissing && !targetTag ? 'Choose a tag' : undefined}>
        <Select
          value={chosenId}
          placeholder="Choose a tag"
          disabled={merge.isPending}
          options={otherTags.map(({ id, name, contacts }) => ({
            value: id,
            label: `${name} (${contactsText(contacts)})`,
          }))}
          onValue={setChosenId}
        />
      </Field>
      <p role="status" className="text-sm text-muted empty:hidden">
        {targetTag &&
          (merge.isPending
            ? `Moving ${contactsText(tag.contacts)} to “${targetTag.name}”. Contacts tagged in the meantime are included.`
            : `${contactsText(tag.contacts)} will have “${targetTag.name}” instead of “${tag.name}”. “${targetTag.name}” now has ${contactsText(targetTag.contacts)}.`)}
      </p>
    </FormDialog>
  )
}

function DeleteDialog({ tag, onClose }: TagDialogProps) {
  const remove = useDeleteTag(tag)
  return (
    <AlertDialog
      onClose={onClose}
      title="Delete tag?"
      description={`This removes “${tag.name}” from ${contactsText(tag.contacts)}. The contacts stay.`}
      confirmLabel="Delete tag"
      pendingLabel="Deleting..."
      pending={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
    />
  )
}

/** Someone else may have merged or deleted the tag in the meantime. */
function saveErrorText(error: Error | null): Error | string | null {
  const isGone = error instanceof ApiError && error.status === 404
  return isGone
    ? 'Someone else merged or deleted this tag. Close this dialog to see the current list.'
    : error
}
