import { ChevronLeft, ChevronRight, Ellipsis, PenLine, Truck, UsersRound } from 'lucide-react'
import { lazy, type RefObject, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import type { ContactDetail } from '#contract/contacts.ts'
import type { Channel } from '#domain/compliance/outreach.ts'
import type { OutreachDraft } from '#web/features/outreach/outreach-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { DropdownMenu, MenuCheckboxItem, MenuItem, MenuSeparator } from '#web/ui/dropdown-menu.tsx'
import type { Neighbors } from './use-neighbors.ts'
import { useOutreachFromUrl } from './use-outreach-from-url.ts'

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
  /** Null if the drawer was not opened from a list. */
  neighbors: Neighbors | null
  onStep: (step: Step) => void
  /** The step button pressed last; it gets the focus back. */
  lastStep: RefObject<Step | null>
  merging: boolean
  onMerging: (merging: boolean) => void
  /** The outreach text being written, if any. */
  draft: RefObject<OutreachDraft | null>
}

/** Previous, Next and the menu of less frequent actions, beside Close. */
export function DrawerMenu(props: DrawerMenuProps) {
  const { contact, neighbors, onStep, lastStep, merging, onMerging, draft } = props
  const [dialog, setDialog] = useState<'do-not-contact' | 'move' | 'outreach' | null>(() =>
    draft.current?.contactId === contact.id ? 'outreach' : null,
  )
  const [channel, setChannel] = useState<Channel | null>(null)
  const writeOutreach = useCallback((requested: Channel | null) => {
    setChannel(requested)
    setDialog('outreach')
  }, [])
  useOutreachFromUrl(contact, writeOutreach)
  const trigger = useRef<HTMLButtonElement>(null)
  const steps = { previous: useRef<HTMLButtonElement>(null), next: useRef<HTMLButtonElement>(null) }
  useEffect(() => {
    if (lastStep.current) steps[lastStep.current].current?.focus({ preventScroll: true })
    lastStep.current = null
  })
  const step = (which: Step) => {
    lastStep.current = which
    onStep(which)
  }
  const close = () => {
    setDialog(null)
    onMerging(false)
    requestAnimationFrame(() => trigger.current?.focus())
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
        {merging && <MergeDialog contact={contact} onClose={close} />}
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
