import { ChevronLeft, ChevronRight, Ellipsis, PenLine, Truck, UsersRound } from 'lucide-react'
import { lazy, type RefObject, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import type { ContactDetail } from '#contract/contacts.ts'
import type { Channel } from '#domain/compliance/outreach.ts'
import type { OutreachDraft } from '#web/features/outreach/outreach-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { DropdownMenu, MenuCheckboxItem, MenuItem, MenuSeparator } from '#web/ui/dropdown-menu.tsx'
import { useAskedWriting } from './use-asked-writing.ts'
import type { Neighbours } from './use-neighbours.ts'

const DoNotContactDialog = lazy(async () => ({
  default: (await import('./do-not-contact-dialog.tsx')).DoNotContactDialog,
}))
const OutreachDialog = lazy(async () => ({
  default: (await import('#web/features/outreach/outreach-dialog.tsx')).OutreachDialog,
}))
const MoveDialog = lazy(async () => ({ default: (await import('./move-dialog.tsx')).MoveDialog }))
const MergeDialog = lazy(async () => ({ default: (await import('./merge-dialog.tsx')).MergeDialog }))

export type Step = keyof Neighbours

interface DrawerMenuProps {
  contact: ContactDetail
  /** Null where the drawer was not opened from a list. */
  neighbours: Neighbours | null
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
  const { contact, neighbours, onStep, lastStep, merging, onMerging, draft } = props
  const [asking, setAsking] = useState(false)
  const [moving, setMoving] = useState(false)
  const [writing, setWriting] = useState(() => draft.current?.contactId === contact.id)
  const [channel, setChannel] = useState<Channel | null>(null)
  const onAsked = useCallback((asked: Channel) => {
    setChannel(asked)
    setWriting(true)
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
      {neighbours && (
        <>
          <StepButton step="previous" to={neighbours.previous} onStep={step} buttonRef={steps.previous} />
          <StepButton step="next" to={neighbours.next} onStep={step} buttonRef={steps.next} />
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
            setWriting(true)
          }}
        >
          Write outreach
          {contact.doNotContact && <span className="block text-[13px]">Must not be contacted</span>}
        </MenuItem>
        <MenuCheckboxItem checked={contact.doNotContact} onSelect={() => setAsking(true)}>
          Do not contact
        </MenuCheckboxItem>
        <MenuItem icon={<Truck aria-hidden />} onSelect={() => setMoving(true)}>
          {contact.moved ? 'Take back the move' : 'Mark as moved'}
        </MenuItem>
        <MenuItem icon={<UsersRound aria-hidden />} onSelect={() => onMerging(true)}>
          Find duplicates
        </MenuItem>
        {neighbours && (
          <div className="sm:hidden">
            <MenuSeparator />
            <MenuItem
              icon={<ChevronLeft aria-hidden />}
              disabled={!neighbours.previous}
              onSelect={() => onStep('previous')}
            >
              Previous contact
            </MenuItem>
            <MenuItem
              icon={<ChevronRight aria-hidden />}
              disabled={!neighbours.next}
              onSelect={() => onStep('next')}
            >
              Next contact
            </MenuItem>
          </div>
        )}
      </DropdownMenu>
      <Suspense fallback={null}>
        {asking && (
          <DoNotContactDialog
            contact={contact}
            onClose={() => {
              setAsking(false)
              backToMenu()
            }}
          />
        )}
        {writing && (
          <OutreachDialog
            contact={contact}
            draft={draft}
            channel={channel}
            onClose={() => {
              draft.current = null
              setWriting(false)
              backToMenu()
            }}
          />
        )}
        {moving && (
          <MoveDialog
            contact={contact}
            onClose={() => {
              setMoving(false)
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
