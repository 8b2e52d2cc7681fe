import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useRef, useState } from 'react'
import type { ContactDetail } from '#contract/contacts.ts'
import { TagBadge, tagDot } from '#web/features/tags/tag-badge.tsx'
import { type CallInput, call } from '#web/lib/api.ts'
import { keyOf, read } from '#web/lib/query-client.ts'
import { Button, Spinner } from '#web/ui/button.tsx'
import { usePopupContainer } from '#web/ui/popup-container.ts'
import { LoadError } from '#web/ui/states.tsx'
import { useChange } from '#web/ui/use-change.ts'
import { useCombobox } from '#web/ui/use-combobox.ts'
import { contactQuery } from '../contacts-queries.ts'
import { DrawerSection } from './fact-list.tsx'
import { type TagOption, tagOptions } from './tag-options.ts'

const MAX_NAME_LENGTH = 100

type TagChange = CallInput<'PATCH /api/contacts/{id}/tags'>['body']

function useSetTags(id: string) {
  return useChange({
    change: (body: TagChange) => call('PATCH /api/contacts/{id}/tags', { params: { id }, body }),
    failureToast: ['Not Saved', "We couldn't save the tags. Please try again."],
    refreshedKeys: [contactQuery(id).queryKey, keyOf('GET /api/tags')],
  })
}

/** A contact's tags: remove one, or add an existing or new one by typing. */
export function TagEditor({ contact }: { contact: ContactDetail }) {
  const change = useSetTags(contact.id)
  const [isOpen, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement | null>(null)
  const { container, triggerRef } = usePopupContainer()
  const remove = (tagId: string) => {
    // The focused button disappears with its tag.
    trigger.current?.focus()
    change.mutate({ remove: [tagId] })
  }
  return (
    <DrawerSection title="Tags">
      <div className="flex flex-wrap items-center gap-1.5">
        <ul aria-label="Tags" className="contents">
          {contact.tags.map((tag) => (
            <li key={tag.id} className="flex max-w-full items-center rounded-md bg-raised">
              <TagBadge tag={tag} className="min-w-0 pr-0" />
              <button
                type="button"
                aria-label={`Remove tag: ${tag.name}`}
                disabled={change.isPending}
                onClick={() => remove(tag.id)}
                className="grid size-6 shrink-0 place-items-center rounded-md text-dim hover:text-text max-md:size-11 [&_svg]:size-3.5"
              >
                <X aria-hidden />
              </button>
            </li>
          ))}
        </ul>
        <Popover.Root open={isOpen} onOpenChange={setOpen}>
          <Popover.Trigger asChild>
            <Button
              ref={(button) => {
                trigger.current = button
                triggerRef(button)
              }}
              variant="ghost"
              size="row"
              className="px-2!"
            >
              <Plus aria-hidden />
              Add tag
            </Button>
          </Popover.Trigger>
          <Popover.Portal container={container}>
            <Popover.Content
              aria-label="Add tag"
              align="start"
              sideOffset={6}
              collisionPadding={8}
              className="z-60 flex max-h-[min(20rem,var(--radix-popover-content-available-height))] w-72 max-w-(--radix-popover-content-available-width) flex-col rounded-lg border border-line-strong bg-popover outline-none data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in"
            >
              <TagPicker
                contact={contact}
                onChoose={({ id, name }) => change.mutate(id ? { add: [id] } : { create: [name] })}
              />
            </Popover.Content>
          </Popover.Portal>
        </Popover.Root>
      </div>
    </DrawerSection>
  )
}

interface TagPickerProps {
  contact: ContactDetail
  onChoose: (option: TagOption) => void
}

/** A field to find a tag or name a new one. It stays open for more tags. */
function TagPicker({ contact, onChoose }: TagPickerProps) {
  // Refetched each time, because other members add tags, too.
  const tags = useQuery({ ...read('GET /api/tags'), staleTime: 0 })
  const [text, setText] = useState('')
  const options = tags.data ? tagOptions(tags.data, contact.tags, text) : []
  const list = useCombobox(
    options,
    ({ id }) => id ?? 'new',
    (option) => {
      onChoose(option)
      type('')
    },
  )
  const type = (next: string) => {
    setText(next)
    list.selectFirst()
  }
  return (
    <>
      <input
        {...list.fieldProps}
        aria-label="Find or create a tag"
        placeholder="Find or create a tag"
        maxLength={MAX_NAME_LENGTH}
        value={text}
        onChange={(event) => type(event.target.value)}
        className="h-10 shrink-0 border-b border-line bg-transparent px-3 text-sm outline-none placeholder:text-dim max-md:h-11 max-md:text-base"
      />
      <div
        id={list.listId}
        role="listbox"
        aria-label="Tags"
        className="min-h-0 overflow-y-auto p-1 empty:hidden"
      >
        {options.map((option) => (
          <div
            key={option.id ?? 'new'}
            {...list.optionProps(option)}
            className="flex min-h-8 items-center gap-2 rounded-md px-2 text-sm select-none aria-selected:bg-line max-md:min-h-11"
          >
            {option.id === null ? (
              <Plus aria-hidden className="size-4 shrink-0 text-dim" />
            ) : (
              <span
                aria-hidden
                className="size-2 shrink-0 rounded-full"
                style={{ background: tagDot(option.color) }}
              />
            )}
            <span className="truncate">{option.id === null ? `Create “${option.name}”` : option.name}</span>
          </div>
        ))}
      </div>
      {tags.isPending && <Spinner label="Loading your tags" className="m-3" />}
      {tags.isError && <LoadError query={tags} text="We couldn't load your tags." className="p-3" />}
      {tags.isSuccess && options.length === 0 && (
        <p role="status" className="px-3 py-2.5 text-[13px] text-muted">
          {text.trim() ? 'This contact already has the tag.' : 'Type a name to create a tag.'}
        </p>
      )}
    </>
  )
}
