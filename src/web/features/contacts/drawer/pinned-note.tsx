import { Pin, PinOff } from 'lucide-react'
import { useState } from 'react'
import type { ContactNote } from '#contract/notes.ts'
import { formatMomentDay } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { useUpdateNote } from './notes-queries.ts'

/** About three lines on a phone. */
const LONG_NOTE = { characters: 130, lines: 3 }

/** Name of the author; null for a former member. */
export function noteAuthor({ isImported, author }: ContactNote): string | null {
  return isImported ? 'Imported' : (author?.name ?? null)
}

/** The pinned note, folded if it is long. */
export function PinnedNote({ contactId, note }: { contactId: string; note: ContactNote }) {
  const [isOpen, setOpen] = useState(false)
  const update = useUpdateNote(contactId, note.id)
  const isLong = note.text.length > LONG_NOTE.characters || note.text.split('\n').length > LONG_NOTE.lines
  return (
    <section
      aria-label="Pinned note"
      className="flex items-start gap-2 rounded-lg border border-line bg-raised py-1 pr-1 pl-3 text-[13px]"
    >
      <Pin aria-hidden className="mt-1.5 size-4 shrink-0 text-dim" />
      <div className="min-w-0 flex-1 py-1">
        <p
          className={cx(
            'break-words whitespace-pre-line',
            isLong && (isOpen ? 'max-h-60 overflow-y-auto' : 'line-clamp-3'),
          )}
        >
          {note.text}
        </p>
        <p className="text-dim">
          {noteAuthor(note) && `${noteAuthor(note)} · `}
          <time dateTime={note.createdAt}>{formatMomentDay(note.createdAt)}</time>
          {isLong && (
            <Button
              variant="ghost"
              size="row"
              className="-my-1 ml-1 px-1.5!"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? 'Show less' : 'Show all'}
            </Button>
          )}
        </p>
      </div>
      <Button
        variant="ghost"
        size="icon-sm"
        className="max-md:size-11"
        aria-label="Unpin note"
        pending={update.isPending}
        onClick={() => update.mutate({ isPinned: false })}
      >
        <PinOff aria-hidden />
      </Button>
    </section>
  )
}
