import { useInfiniteQuery } from '@tanstack/react-query'
import { Ellipsis, Pencil, Pin, PinOff, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ContactNote } from '#contract/notes.ts'
import { useCurrentUser } from '#web/features/auth/auth-queries.ts'
import { formatMoment } from '#web/lib/format.ts'
import { itemsOf } from '#web/lib/pages.ts'
import { Button } from '#web/ui/button.tsx'
import { DropdownMenu, MenuItem } from '#web/ui/dropdown-menu.tsx'
import { Field, Textarea } from '#web/ui/form.tsx'
import { AlertDialog } from '#web/ui/form-dialog.tsx'
import { LoadError, ShowMore } from '#web/ui/states.tsx'
import { DrawerSection } from './fact-list.tsx'
import { notePages, useAddNote, useDeleteNote, useUpdateNote } from './notes-queries.ts'
import { noteAuthor } from './pinned-note.tsx'

const MAX_NOTE_LENGTH = 20_000
/** A note counts as edited if its two times differ by more than this. */
const EDITED_AFTER_MS = 100

/** A field for a new note, and the notes about a contact, newest first. */
export function NotesSection({ contactId }: { contactId: string }) {
  const pages = useInfiniteQuery(notePages(contactId))
  const notes = itemsOf(pages.data)
  const [draft, setDraft] = useState(0)
  const addNote = useAddNote(contactId)
  return (
    <DrawerSection title="Notes">
      <NoteForm
        // The new key empties the form after each note.
        key={draft}
        label="New note"
        verb="Add note"
        pending={addNote.isPending}
        onSave={(text) => addNote.mutate(text, { onSuccess: () => setDraft(draft + 1) })}
      />
      {pages.isError && <LoadError query={pages} text="We couldn't load the notes." className="mt-3" />}
      {pages.isSuccess && notes.length === 0 && <p className="mt-2 text-[13px] text-dim">No notes yet.</p>}
      <ul aria-label="Notes" className="mt-2 divide-y divide-line/60 empty:hidden">
        {notes.map((note) => (
          <Note key={note.id} contactId={contactId} note={note} />
        ))}
      </ul>
      <ShowMore list={pages} size="row" className="mt-1" />
    </DrawerSection>
  )
}

function Note({ contactId, note }: { contactId: string; note: ContactNote }) {
  const { user } = useCurrentUser()
  const [state, setState] = useState<'shown' | 'editing' | 'deleting'>('shown')
  const update = useUpdateNote(contactId, note.id)
  const remove = useDeleteNote(contactId, note.id)
  // Everyone can change notes without an author.
  const isOwn = note.author === null || note.author.id === user?.id
  const showNote = () => setState('shown')
  if (state === 'editing') {
    return (
      <li className="py-2.5">
        <NoteForm
          label="Edit note"
          verb="Save note"
          savedText={note.text}
          pending={update.isPending}
          onCancel={showNote}
          onSave={(text) => update.mutate({ text }, { onSuccess: showNote })}
        />
      </li>
    )
  }
  const author = noteAuthor(note)
  return (
    <li className="flex items-start gap-2 py-2 text-sm">
      <div className="min-w-0 flex-1">
        <p className="break-words whitespace-pre-line">{note.text}</p>
        <p className="text-[13px] text-dim">
          {author && `${author} · `}
          <time dateTime={note.createdAt}>{formatMoment(note.createdAt)}</time>
          {Date.parse(note.updatedAt) - Date.parse(note.createdAt) > EDITED_AFTER_MS && ' · Edited'}
          {note.isPinned && ' · Pinned'}
        </p>
      </div>
      <DropdownMenu
        trigger={
          <Button
            variant="ghost"
            size="icon-sm"
            className="max-md:size-11"
            aria-label={`Note actions: ${note.text.slice(0, 40)}`}
            pending={update.isPending}
          >
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        <MenuItem
          icon={note.isPinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
          onSelect={() => update.mutate({ isPinned: !note.isPinned })}
        >
          {note.isPinned ? 'Unpin' : 'Pin to the top'}
        </MenuItem>
        {isOwn && (
          <>
            <MenuItem icon={<Pencil aria-hidden />} onSelect={() => setState('editing')}>
              Edit
            </MenuItem>
            <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => setState('deleting')}>
              Delete
            </MenuItem>
          </>
        )}
      </DropdownMenu>
      <AlertDialog
        open={state === 'deleting'}
        onClose={showNote}
        title="Delete note?"
        description="This permanently deletes the note for everyone in your organization."
        confirmLabel="Delete note"
        pending={remove.isPending}
        pendingLabel="Deleting..."
        onConfirm={() => remove.mutate(undefined, { onError: showNote })}
      />
    </li>
  )
}

interface NoteFormProps {
  label: string
  verb: string
  savedText?: string
  pending: boolean
  onSave: (text: string) => void
  onCancel?: () => void
}

function NoteForm({ label, verb, savedText = '', pending, onSave, onCancel }: NoteFormProps) {
  const [text, setText] = useState(savedText)
  const isUnchanged = text.trim() === '' || text === savedText
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isUnchanged) onSave(text)
      }}
    >
      <Field label={label}>
        <Textarea
          ref={savedText ? focus : undefined}
          rows={savedText ? 4 : 2}
          maxLength={MAX_NOTE_LENGTH}
          value={text}
          onValue={setText}
        />
      </Field>
      <div className="flex justify-end gap-2">
        {onCancel && (
          <Button size="row" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button type="submit" size="row" pending={pending} pendingLabel="Saving..." disabled={isUnchanged}>
          {verb}
        </Button>
      </div>
    </form>
  )
}

function focus(area: HTMLTextAreaElement | null): void {
  area?.focus()
}
