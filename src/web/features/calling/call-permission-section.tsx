import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { Link } from 'react-router'
import type { CallPermission } from '#contract/call-permission.ts'
import type { ContactDetail } from '#contract/contacts.ts'
import { DrawerSection } from '#web/features/contacts/drawer/fact-list.tsx'
import { formatDay, formatPhone } from '#web/lib/format.ts'
import { urls } from '#web/lib/urls.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { Loaded, Skeletons } from '#web/ui/loaded.tsx'
import { callPermissionQuery, useWithdrawExemption } from './calling-queries.ts'
import { CHECK_TONES, callsText, closingText, EXEMPTION_LABELS, exemptionText } from './calling-texts.ts'

const ExemptionDialog = lazyDialog(async () => (await import('./exemption-dialog.tsx')).ExemptionDialog)

/** Shows whether the contact's numbers may be called: registries, exemptions, calling hours, and recent calls. */
export function CallPermissionSection({ contact }: { contact: ContactDetail }) {
  if (!contact.phone || contact.doNotContact) return null
  return <CallPermissions contactId={contact.id} />
}

function CallPermissions({ contactId }: { contactId: string }) {
  const query = useQuery(callPermissionQuery(contactId))
  return (
    <DrawerSection
      title="Call permission"
      aside={
        <DialogButton
          size="row"
          variant="ghost"
          dialog={(close) => <ExemptionDialog contactId={contactId} onClose={close} />}
        >
          <Plus aria-hidden />
          Add exemption
        </DialogButton>
      }
    >
      <Loaded
        query={query}
        failure="We couldn't check the numbers"
        isCompact
        pending={<Skeletons label="Checking the numbers" rows={['h-6', 'h-5 w-2/3', 'h-10', 'h-5 w-1/2']} />}
      >
        {(permission) => (
          <>
            <Numbers permission={permission} />
            <p
              className={cx(
                'mt-2 text-[13px] text-pretty',
                permission.callingHours.allowed ? 'text-muted' : 'text-yellow',
              )}
            >
              {permission.callingHours.why}
            </p>
            <p className="mt-1 text-[13px] text-muted">{callsText(permission)}</p>
            {permission.callLimitText && (
              <p className="mt-1 text-[13px] text-yellow">{permission.callLimitText}</p>
            )}
            {permission.closing && <p className="mt-2 text-[13px]">{closingText(permission.closing)}</p>}
            <Exemptions contactId={contactId} exemptions={permission.exemptions} />
          </>
        )}
      </Loaded>
    </DrawerSection>
  )
}

/** Each number with its check. The advice is shown once per result. */
function Numbers({ permission }: { permission: CallPermission }) {
  const { phone, check, label, whatToDo, asOf, otherNumbers } = permission
  const numbers = [{ phone: phone ?? '', check, label, whatToDo }, ...otherNumbers]
  const advice = new Set(numbers.flatMap((number) => number.whatToDo ?? []))
  return (
    <>
      <ul aria-label="Numbers" className="grid gap-1.5">
        {numbers.map((number) => (
          <li key={number.phone} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[13px]">
            <span className="tabular-nums">{formatPhone(number.phone)}</span>
            <Badge tone={CHECK_TONES[number.check]}>{number.label}</Badge>
          </li>
        ))}
      </ul>
      {[...advice].map((text) => (
        <p key={text} className="mt-1.5 text-[13px] text-pretty text-muted">
          {text}
        </p>
      ))}
      {numbers.some((number) => number.check === 'unchecked') && (
        <Link
          to={urls.doNotCall}
          className="inline-flex min-h-6 items-center rounded-sm text-[13px] underline max-md:min-h-11"
        >
          Upload do-not-call files
        </Link>
      )}
      {asOf && <p className="mt-1 text-xs text-dim">Registry file of {formatDay(asOf)}</p>}
    </>
  )
}

function Exemptions(props: { contactId: string; exemptions: CallPermission['exemptions'] }) {
  const withdraw = useWithdrawExemption(props.contactId)
  if (props.exemptions.length === 0) return null
  return (
    <ul aria-label="Exemptions" className="mt-2 grid gap-1">
      {props.exemptions.map((exemption) => (
        <li key={exemption.id} className="flex items-center gap-2 text-[13px]">
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-x-2">
              {EXEMPTION_LABELS[exemption.kind]}
              {!exemption.isInEffect && <Badge>Ended</Badge>}
            </p>
            <p className="break-words text-dim">{exemptionText(exemption)}</p>
            {exemption.note && <p className="break-words text-muted">{exemption.note}</p>}
          </div>
          <Button
            variant="ghost"
            size="icon-sm"
            className="max-md:size-11"
            aria-label={`Remove exemption: ${EXEMPTION_LABELS[exemption.kind]}`}
            pending={withdraw.isPending && withdraw.variables === exemption.id}
            onClick={() => withdraw.mutate(exemption.id)}
          >
            <X aria-hidden />
          </Button>
        </li>
      ))}
    </ul>
  )
}
