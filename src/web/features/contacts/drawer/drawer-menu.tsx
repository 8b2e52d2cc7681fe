import { ChevronLeft, ChevronRight, Ellipsis, PenLine, Truck, UsersRound } from 'lucide-react'
import { lazy, type RefObject, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import type { ContactDetail } from '#contract/contacts.ts'
import type { Channel } from '#domain/compliance/outreach.ts'
import type { OutreachDraft } from '#web/features/outreach/outreach-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { DropdownMenu, MenuCheckboxItem, MenuItem, MenuSeparator } from '#web/ui/dropdown-menu.tsx'
import { useAskedWriting } from './use-asked-writing.ts'
import type { Neighbors } from './use-neighbors.ts'

const DoNotContactDialog = lazy(async () => ({
  default: (await import('./do-not-contact-dialog.tsx')).DoNotContactDialog,
}))
const OutreachDialog = lazy(async () => ({
  default: (await import('#web/features/outreach/outreach-dialog.tsx')).OutreachDialog,
}))
const MoveDialog = lazy(async () => ({ default: (await import('./move-dialog.tsx')).MoveDialog }))
const MergeDialog = lazy(async () => ({ default: (await import('./merge-dialog.tsx')).MergeDialog }))

export type Step = keyof Neighbors

interface DrawerMenuProps {
  contact: ContactDetail
  /** Null where the drawer was not opened from a list. */
  neighbors: Neighbors | null
  onStep: (step: Step) => void
  /** The button that was pressed to come here: it has the focus again. */
  lastStep: RefObject<Step | null>
  merging: boolean
  onMerging: (merging: boolean) => void
  /** What is being written to somebody, while it is. */
  draft: RefObject<OutreachDraft | null>
}

/** Beside Close: the contacts before and after, and what is done more seldom. */
export function DrawerMenu(props: DrawerMenuProps) {
  const { contact, neighbors, onStep, lastStep, merging, onMerging, draft } = props
  const [isDoNotContactOpen, setIsDoNotContactOpen] = useState(false)
  const [isMoveOpen, setIsMoveOpen] = useState(false)
  const [isOutreachOpen, setIsOutreachOpen] = useState(() => draft.current?.contactId === contact.id)
  const [channel, setChannel] = useState<Channel | null>(null)
  const onAsked = useCallback((asked: Channel) => {
    setChannel(asked)
    setIsOutreachOpen(true)
  }, [])
  useAskedWriting(contact, onAsked)
  const trigger = useRef<HTMLButtonElement>(null)
  const steps = { previous: useRef<HTMLButtonElement>(null), next: useRef<HTMLButtonElement>(null) }
  useEffect(() => {
    if (lastStep.current) steps[lastStep.current].current?.focus({ preventScroll: true })
    lastStep.current = null
  })
  const backToMenu = () => requestAnimationFrame(() => trigger.current?.focus())
  const step = (which: Step) => {
    lastStep.current = which
    onStep(which)
  }
  return (
    <div className="absolute top-4 right-12 z-10 flex items-center max-md:right-14">
      {neighbors && (
        <>
          <StepButton step="previous" to={neighbors.previous} onStep={step} buttonRef={steps.previous} />
          <StepButton step="next" to={neighbors.next} onStep={step} buttonRef={steps.next} />
        </>
      )}
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
          onSelect={() => {
            setChannel(null)
            setIsOutreachOpen(true)
          }}
        >
          Write outreach
          {contact.doNotContact && <span className="block text-[13px]">Must not be contacted</span>}
        </MenuItem>
        <MenuCheckboxItem checked={contact.doNotContact} onSelect={() => setIsDoNotContactOpen(true)}>
          Do not contact
        </MenuCheckboxItem>
        <MenuItem icon={<Truck aria-hidden />} onSelect={() => setIsMoveOpen(true)}>
          {contact.moved ? 'Take back the move' : 'Mark as moved'}
        </MenuItem>
        <MenuItem icon={<UsersRound aria-hidden />} onSelect={() => onMerging(true)}>
          Find duplicates
        </MenuItem>
        {neighbors && (
          <div className="sm:hidden">
            <MenuSeparator />
            <MenuItem
              icon={<ChevronLeft aria-hidden />}
              disabled={!neighbors.previous}
              onSelect={() => onStep('previous')}
            >
              Previous contact
            </MenuItem>
            <MenuItem
              icon={<ChevronRight aria-hidden />}
              disabled={!neighbors.next}
              onSelect={() => onStep('next')}
            >
              Next contact
            </MenuItem>
          </div>
        )}
      </DropdownMenu>
      <Suspense fallback={null}>
        {isDoNotContactOpen && (
          <DoNotContactDialog
            contact={contact}
            onClose={() => {
              setIsDoNotContactOpen(false)
              backToMenu()
            }}
          />
        )}
        {isOutreachOpen && (
          <OutreachDialog
            contact={contact}
            draft={draft}
            channel={channel}
            onClose={() => {
              draft.current = null
              setIsOutreachOpen(false)
              backToMenu()
            }}
          />
        )}
        {isMoveOpen && (
          <MoveDialog
            contact={contact}
            onClose={() => {
              setIsMoveOpen(false)
              backToMenu()
            }}
          />
        )}
        {merging && (
          <MergeDialog
            contact={contact}
            onClose={() => {
              onMerging(false)
              backToMenu()
            }}
          />
        )}
      </Suspense>
    </div>
  )
}

function StepButton(props: {
  step: Step
  to: string | null
  onStep: (step: Step) => void
  buttonRef: RefObject<HTMLButtonElement | null>
}) {
  const { step, to, onStep, buttonRef } = props
  const Icon = step === 'previous' ? ChevronLeft : ChevronRight
  return (
    <Button
      ref={buttonRef}
      variant="ghost"
      size="icon-sm"
      aria-label={step === 'previous' ? 'Previous contact' : 'Next contact'}
      disabled={to === null}
      onClick={() => onStep(step)}
      className="max-md:size-11 max-sm:hidden"
    >
      <Icon aria-hidden />
    </Button>
  )
}
