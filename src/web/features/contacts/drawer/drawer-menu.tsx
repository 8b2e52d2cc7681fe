import { ChevronLeft, ChevronRight, Ellipsis, PenLine, Truck, UsersRound } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ContactDetail } from '#contract/contacts.ts'
import { CHANNELS, type Channel } from '#domain/compliance/outreach.ts'
import type { OutreachDraft } from '#web/features/outreach/outreach-draft.ts'
import { useOnceFromUrl } from '#web/lib/use-once-from-url.ts'
import { Button } from '#web/ui/button.tsx'
import { DropdownMenu, MenuCheckboxItem, MenuItem, MenuSeparator } from '#web/ui/dropdown-menu.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import type { Neighbors } from './use-neighbors.ts'

const DoNotContactDialog = lazyDialog(
  async () => (await import('./do-not-contact-dialog.tsx')).DoNotContactDialog,
)
const OutreachDialog = lazyDialog(
  async () => (await import('#web/features/outreach/outreach-dialog.tsx')).OutreachDialog,
)
const MoveDialog = lazyDialog(async () => (await import('./move-dialog.tsx')).MoveDialog)
const MergeDialog = lazyDialog(async () => (await import('./merge-dialog.tsx')).MergeDialog)

export type Step = keyof Neighbors

const STEPS = [
  { step: 'previous', label: 'Previous contact', Icon: ChevronLeft },
  { step: 'next', label: 'Next contact', Icon: ChevronRight },
] as const

interface DrawerMenuProps {
  contact: ContactDetail
  /** Null if the drawer was not opened from a list. */
  neighbors: Neighbors | null
  onStep: (step: Step) => void
  /** The step button pressed last; it gets the focus back. */
  lastStep: RefObject<Step | null>
  isMerging: boolean
  onMerging: (isMerging: boolean) => void
  /** The outreach text being written, if any. */
  draft: RefObject<OutreachDraft | null>
}

/** Previous, Next and the menu of less frequent actions, beside Close. */
export function DrawerMenu(props: DrawerMenuProps) {
  const { contact, neighbors, onStep, lastStep, isMerging, onMerging, draft } = props
  const [dialog, setDialog] = useState<'do-not-contact' | 'move' | 'outreach' | null>(() =>
    draft.current?.contactId === contact.id ? 'outreach' : null,
  )
  const [channel, setChannel] = useState<Channel | null>(null)
  const writeOutreach = (requested: Channel | null) => {
    setChannel(requested)
    setDialog('outreach')
  }
  // `?write=text` opens the outreach dialog once this contact is open.
  const [params] = useSearchParams()
  useOnceFromUrl(
    'write',
    (requested) => {
      const channelToWrite = CHANNELS.find((each) => each === requested)
      if (channelToWrite && !contact.doNotContact) writeOutreach(channelToWrite)
    },
    params.get('contact') === contact.id,
  )
  const trigger = useRef<HTMLButtonElement>(null)
  const stepButtons = useRef<Partial<Record<Step, HTMLButtonElement | null>>>({})
  useEffect(() => {
    if (lastStep.current) stepButtons.current[lastStep.current]?.focus({ preventScroll: true })
    lastStep.current = null
  })
  const close = () => {
    setDialog(null)
    onMerging(false)
    // A dialog opened by a menu item can't return the focus, because the item is gone.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) trigger.current?.focus()
    })
  }
  return (
    <div className="absolute top-4 right-12 z-10 flex items-center max-md:right-14">
      {neighbors &&
        STEPS.map(({ step, label, Icon }) => (
          <Button
            key={step}
            ref={(button) => {
              stepButtons.current[step] = button
            }}
            variant="ghost"
            size="icon-sm"
            aria-label={label}
            disabled={neighbors[step] === null}
            onClick={() => {
              lastStep.current = step
              onStep(step)
            }}
            className="max-md:size-11 max-sm:hidden"
          >
            <Icon aria-hidden />
          </Button>
        ))}
      <DropdownMenu
        trigger={
          <Button
            ref={trigger}
            variant="ghost"
            size="icon-sm"
            aria-label="More actions"
            className="max-md:size-11"
          >
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        <MenuItem
          icon={<PenLine aria-hidden />}
          disabled={contact.doNotContact}
          onSelect={() => writeOutreach(null)}
        >
          Write outreach
          {contact.doNotContact && <span className="block text-[13px]">Marked do not contact</span>}
        </MenuItem>
        <MenuCheckboxItem checked={contact.doNotContact} onSelect={() => setDialog('do-not-contact')}>
          Do not contact
        </MenuCheckboxItem>
        <MenuItem icon={<Truck aria-hidden />} onSelect={() => setDialog('move')}>
          {contact.moved ? 'Undo move' : 'Mark as moved'}
        </MenuItem>
        <MenuItem icon={<UsersRound aria-hidden />} onSelect={() => onMerging(true)}>
          Find duplicates
        </MenuItem>
        {neighbors && (
          <div className="sm:hidden">
            <MenuSeparator />
            {STEPS.map(({ step, label, Icon }) => (
              <MenuItem
                key={step}
                icon={<Icon aria-hidden />}
                disabled={!neighbors[step]}
                onSelect={() => onStep(step)}
              >
                {label}
              </MenuItem>
            ))}
          </div>
        )}
      </DropdownMenu>
      {dialog === 'do-not-contact' && <DoNotContactDialog contact={contact} onClose={close} />}
      {dialog === 'outreach' && (
        <OutreachDialog
          contact={contact}
          draft={draft}
          channel={channel}
          onClose={() => {
            draft.current = null
            close()
          }}
        />
      )}
      {dialog === 'move' && <MoveDialog contact={contact} onClose={close} />}
      {isMerging && <MergeDialog contact={contact} onClose={close} />}
    </div>
  )
}
