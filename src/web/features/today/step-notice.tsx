import { useQueryClient } from '@tanstack/react-query'
import { CalendarPlus, Check, Undo2, X } from 'lucide-react'
import { useState } from 'react'
import { useCurrentUser } from '#web/features/auth/auth-queries.ts'
import { dueDayText } from '#web/features/tasks/task-rules.ts'
import { fullName } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { toastFailure } from '#web/ui/toast.tsx'
import { acceptFollowUp, type LoggedEncounter, refreshToday, undoEncounter } from './today-queries.ts'
import { elapsedText, outcomeText } from './today-texts.ts'

/** The last step: a logged activity, or another change that can be undone. */
export type Step =
  | { kind: 'logged'; contactId: string; logged: LoggedEncounter }
  | { kind: 'changed'; contactId: string; text: string; undo: () => Promise<unknown> }

interface StepNoticeProps {
  step: Step | null
  onStep: (next: Step | null) => void
}

/** Shows the last step, offers a follow-up, and can undo the step. Stays until the next step. */
export function StepNotice({ step, onStep }: StepNoticeProps) {
  return (
    <div role="status" className="sticky top-[calc(3.75rem+var(--notice,0px))] z-20">
      {step && <Notice key={keyOf(step)} step={step} onClose={() => onStep(null)} />}
    </div>
  )
}

function keyOf(step: Step): string {
  return step.kind === 'logged' ? step.logged.activity.id : `${step.contactId} ${step.text}`
}

function Notice({ step, onClose }: { step: Step; onClose: () => void }) {
  const client = useQueryClient()
  const { user } = useCurrentUser()
  const [pendingAction, setPendingAction] = useState<'undo' | 'accept' | null>(null)
  const [undoFollowUp, setUndoFollowUp] = useState<(() => Promise<unknown>) | null>(null)
  const logged = step.kind === 'logged' ? step.logged : null
  const followUpDay = logged?.followUp && dueDayText(`${logged.followUp.on}T12:00`, new Date())
  const runAction = async (kind: 'undo' | 'accept', run: () => Promise<unknown>, failure: string) => {
    setPendingAction(kind)
    try {
      await run()
    } catch (error) {
      toastFailure('Not Saved', failure)(error)
    }
    setPendingAction(null)
    refreshToday(client)
  }
  const accept = async () => {
    if (!logged) return
    const undo = await acceptFollowUp(logged, user?.id ?? null)
    setUndoFollowUp(() => undo)
  }
  const undo = async () => {
    await undoFollowUp?.()
    await (step.kind === 'logged' ? undoEncounter(step.logged) : step.undo())
    onClose()
  }
  return (
    <div className="mt-3 flex animate-rise-in flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line-strong bg-popover py-2 pr-2 pl-3">
      <Check aria-hidden className="size-4 shrink-0 text-green" />
      <p className="min-w-0 flex-1 basis-52 text-sm">
        {logged ? <LoggedText logged={logged} /> : step.kind === 'changed' && step.text}
      </p>
      <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
        {logged?.followUp && !undoFollowUp && (
          <Button
            size="row"
            variant="primary"
            pending={pendingAction === 'accept'}
            className="max-sm:flex-1"
            onClick={() => void runAction('accept', accept, "We couldn't add the follow-up. Try again.")}
          >
            <CalendarPlus aria-hidden />
            {logged.followUp.title} {followUpDay}
          </Button>
        )}
        {logged?.followUp && undoFollowUp && (
          <span className="text-[13px] text-muted">Follow-up set for {followUpDay}</span>
        )}
        <Button
          size="row"
          pending={pendingAction === 'undo'}
          onClick={() => void runAction('undo', undo, "We couldn't undo it. Try again.")}
        >
          <Undo2 aria-hidden />
          Undo
        </Button>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label="Dismiss"
          className="max-md:size-11"
          onClick={onClose}
        >
          <X aria-hidden />
        </Button>
      </div>
    </div>
  )
}

function LoggedText({ logged }: { logged: LoggedEncounter }) {
  const { encounter, result, alsoBy } = logged
  return (
    <>
      <span className="font-medium">{fullName(encounter.contact)}</span>:{' '}
      {outcomeText(encounter.type, result.outcome)}
      {alsoBy && (
        <span className="block text-[13px] text-yellow">
          {alsoBy.name} also contacted them {elapsedText(alsoBy.at, new Date())} ago.
        </span>
      )}
    </>
  )
}
