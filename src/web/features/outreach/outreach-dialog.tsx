import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { ContactDetail } from '#contract/contacts.ts'
import type { CallingHours, OutreachScript } from '#contract/outreach.ts'
import { missingLicense, requiredLicenseLine, withRequiredLine } from '#domain/compliance/license-line.ts'
import {
  CHANNELS,
  type Channel,
  type GuardFinding,
  MAX_SCRIPT_LENGTH,
  type MessageKind,
} from '#domain/compliance/outreach.ts'
import { useCurrentUser } from '#web/features/auth/auth-queries.ts'
import { formatMoment, joinPresent } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, Input, Textarea } from '#web/ui/form.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ChannelChoice } from './channel-choice.tsx'
import { MissingAddress } from './company-address-card.tsx'
import { GuardFindings } from './guard-findings.tsx'
import { KindChoice } from './kind-choice.tsx'
import { clearDraft, isChanged, type OutreachDraft, readDraft, saveDraft } from './outreach-draft.ts'
import {
  callingHoursQuery,
  licenseRequirementQuery,
  postalAddressQuery,
  useWriteOutreach,
} from './outreach-queries.ts'
import { LicenseLink, RequiredLine } from './required-line.tsx'
import { ScriptActions } from './script-actions.tsx'
import { ScriptRequestForm } from './script-request-form.tsx'
import { useGuard } from './use-guard.ts'

interface OutreachDialogProps {
  contact: ContactDetail
  /** Holds the draft while the dialog is remounted. */
  draft: RefObject<OutreachDraft | null>
  /** The channel to start with, unless the contact opted out of it. */
  channel?: Channel | null
  onClose: () => void
}

/** Writes outreach to a contact, checked by the guard. Closing saves a changed draft for this tab. */
export function OutreachDialog({ contact, draft, channel: preferred = null, onClose }: OutreachDialogProps) {
  const { user } = useCurrentUser()
  const owner = { userId: user?.id ?? '', contactId: contact.id }
  const [saved] = useState(() => allowedDraft(readDraft(owner), contact))
  const [isRestored, setRestored] = useState(saved !== null)
  const [workingDraft, setWorkingDraft] = useState(
    () => sameContact(draft.current, contact) ?? saved ?? newDraft(contact, preferred),
  )
  useEffect(() => {
    draft.current = workingDraft
    saveDraft({ userId: owner.userId, contactId: owner.contactId }, workingDraft)
  }, [draft, workingDraft, owner.userId, owner.contactId])
  const { channel, script, subject, text } = workingDraft
  // Calls and letters need neither an opt-out nor the choice.
  const kind = channel === 'text' || channel === 'email' ? workingDraft.kind : 'marketing'
  const hours = useCallingHours(contact.id, channel)
  const write = useWriteOutreach(contact.id)
  const close = () => {
    if (isChanged(workingDraft))
      toast({ title: 'Draft saved', description: 'Reopen Write outreach in this browser tab to continue.' })
    onClose()
  }
  const discard = () => {
    setRestored(false)
    setWorkingDraft(newDraft(contact, channel))
  }
  const finish = () => {
    clearDraft(owner)
    onClose()
  }
  const change = (changes: Partial<OutreachDraft>) =>
    setWorkingDraft((current) => ({ ...current, ...changes }))
  const replaceText = (written: OutreachScript) => {
    const original = { subject: written.subject ?? '', text: written.text }
    change({ script: written, ...original, original })
    if (text.trim() && isChanged(workingDraft)) {
      const action = { label: 'Undo', onClick: () => setWorkingDraft(workingDraft) }
      toast({ title: 'Text replaced', description: 'The new script replaced your edited text.', action })
    }
  }
  return (
    <Dialog
      open
      width="lg"
      onClose={close}
      title={`Outreach to ${contact.firstName} ${contact.lastName}`}
      description="Scripts never mention life events; messages that hint at one are blocked."
    >
      <ChannelChoice
        contact={contact}
        channel={channel}
        onChannel={(next) => change({ channel: next, script: null })}
      />
      {hours && (
        <p role="status" className={cx('mt-3 text-[13px]', hours.allowed ? 'text-muted' : 'text-orange')}>
          {hours.why}
        </p>
      )}
      {channel && (
        <>
          <KindChoice channel={channel} kind={kind} onKind={(next) => change({ kind: next })} />
          <ScriptRequestForm
            kind={kind}
            isWriting={write.isPending}
            onWrite={(choices) => write.mutate({ channel, kind, ...choices }, { onSuccess: replaceText })}
          />
          {script && <ScriptNotes script={script} />}
          {isRestored && (
            <div
              role="status"
              className="mt-4 flex flex-wrap items-center justify-between gap-2 text-[13px] text-muted"
            >
              This is your draft from earlier.
              <Button size="sm" onClick={discard}>
                Discard draft
              </Button>
            </div>
          )}
          {channel === 'email' && (
            <Field label="Subject" className="mt-4">
              <Input
                value={subject}
                maxLength={200}
                readOnly={write.isPending}
                onValue={(value) => change({ subject: value })}
              />
            </Field>
          )}
          <ScriptEditor
            contact={contact}
            channel={channel}
            kind={kind}
            subject={subject}
            text={text}
            isWriting={write.isPending}
            onText={(next) => change({ text: next })}
            closed={closedReason(hours)}
            onDone={finish}
          />
        </>
      )}
    </Dialog>
  )
}

/** The contact's local calling hours, which apply to calls and texts. */
function useCallingHours(contactId: string, channel: Channel | null): CallingHours | null {
  const isBound = channel === 'call' || channel === 'text'
  const { data } = useQuery({ ...callingHoursQuery(contactId), enabled: isBound })
  return isBound ? (data ?? null) : null
}

function closedReason(hours: CallingHours | null): string | null {
  if (!hours || hours.allowed) return null
  const from = hours.opensAt ? ` from ${formatMoment(hours.opensAt)} your time` : ' during calling hours'
  return `You can mark it as done${from}.`
}

const sameContact = (draft: OutreachDraft | null, { id }: ContactDetail) =>
  draft?.contactId === id ? draft : null

/** Moves a draft to another channel if the contact has opted out of its own since. */
function allowedDraft(draft: OutreachDraft | null, contact: ContactDetail): OutreachDraft | null {
  if (!draft?.channel || !contact.optedOutChannels.includes(draft.channel)) return draft
  return { ...draft, channel: firstChannel(contact), script: null }
}

function newDraft(contact: ContactDetail, preferred: Channel | null): OutreachDraft {
  const empty = { subject: '', text: '' }
  const channel =
    preferred && !contact.optedOutChannels.includes(preferred) ? preferred : firstChannel(contact)
  return { contactId: contact.id, channel, kind: firstKind(contact), script: null, ...empty, original: empty }
}

/** Personal for people whom the agent knows, by their own word. */
function firstKind({ relationship }: ContactDetail): MessageKind {
  return relationship === 'past_client' || relationship === 'sphere' ? 'personal' : 'marketing'
}

/** Email where there is an address, otherwise the first channel without an opt-out. */
function firstChannel({ email, optedOutChannels }: ContactDetail): Channel | null {
  const allowed = CHANNELS.filter((each) => !optedOutChannels.includes(each))
  if (email && allowed.includes('email')) return 'email'
  return allowed[0] ?? null
}

/** The source of a script and its warnings. */
function ScriptNotes({ script }: { script: OutreachScript }) {
  const { source, warnings } = script
  return (
    <div role="status" className="mt-3 grid gap-1 text-[13px]">
      <p className="text-dim">
        {source === 'model' ? 'Written by the language model and checked.' : 'Written from templates.'}
      </p>
      {warnings.map((warning) => (
        <p key={warning} className="text-orange">
          {warning}
        </p>
      ))}
    </div>
  )
}

interface ScriptEditorProps {
  contact: ContactDetail
  channel: Channel
  kind: MessageKind
  subject: string
  text: string
  /** While a script is being written, the text can't be edited, because the script will replace it. */
  isWriting: boolean
  onText: (text: string) => void
  /** The reason not to reach out at this hour; null within calling hours. */
  closed: string | null
  onDone: () => void
}

function ScriptEditor(props: ScriptEditorProps) {
  const { contact, channel, kind, subject, text, isWriting, onText, closed, onDone } = props
  const { user } = useCurrentUser()
  const organizationId = user?.organizationId ?? ''
  const address = useQuery({ ...postalAddressQuery(organizationId), enabled: organizationId !== '' })
  const { data: requirement } = useQuery(licenseRequirementQuery(contact.id))
  const line = requirement ? requiredLicenseLine(requirement, channel, kind) : null
  const missing = requirement ? missingLicense(requirement, kind) : null
  const known = {
    organizationAddress: address.data?.postalAddress ?? null,
    senderName: joinPresent([user?.firstName, user?.lastName], ' '),
    recipientName: `${contact.firstName} ${contact.lastName}`,
  }
  const verdict = useGuard(text, { channel, kind, ...known, requiredLine: line, missingLicense: missing })
  // Checked as a call, because a subject needs neither an opt-out nor an address.
  const subjectVerdict = useGuard(subject, { channel: 'call', ...known })
  const area = useRef<HTMLTextAreaElement>(null)
  const show = ({ start, end }: GuardFinding) => {
    area.current?.focus()
    area.current?.setSelectionRange(start, end)
  }
  const isSubjectStopped = channel === 'email' && subjectVerdict?.allowed === false
  return (
    <>
      <Field
        label="Script"
        className="mt-4"
        hint={text ? undefined : 'Generate a script or write your own. We check it as you type.'}
        error={isSubjectStopped ? `Subject: ${subjectVerdict.findings[0]?.why ?? ''}` : undefined}
      >
        <Textarea
          ref={area}
          rows={11}
          maxLength={MAX_SCRIPT_LENGTH}
          readOnly={isWriting}
          value={text}
          onValue={onText}
        />
      </Field>
      {requirement && line !== null && (
        <RequiredLine
          requirement={requirement}
          line={line}
          isInText={withRequiredLine(text, line, channel) === text}
        />
      )}
      {verdict && (
        <GuardFindings
          verdict={verdict}
          isOpen={closed === null}
          addressForm={
            user && address.data?.postalAddress === null && <MissingAddress {...{ user, organizationId }} />
          }
          licenseLink={<LicenseLink />}
          onClean={onText}
          onShow={show}
        />
      )}
      <ScriptActions
        contact={contact}
        channel={channel}
        kind={kind}
        subject={subject}
        text={text.trim() ? withRequiredLine(text, line, channel) : text}
        stopped={blockedReason(text, requirement ? (verdict?.allowed ?? null) : null, isSubjectStopped)}
        closed={closed}
        onDone={onDone}
      />
    </>
  )
}

function blockedReason(text: string, allowed: boolean | null, isSubjectStopped: boolean): string | null {
  if (!text.trim()) return 'Write or generate a script first.'
  if (allowed === null) return 'Checking the text...'
  if (!allowed) return 'Fix the issues above to copy or send.'
  return isSubjectStopped ? 'Fix the subject to copy or send.' : null
}
