import type { ContactDetail } from '#contract/contacts.ts'
import { Button } from '#web/ui/button.tsx'
import { useUpdateContact } from '../contact-mutations.ts'
import { useDismissSuggestion } from './drawer-queries.ts'

/** Suggests a corrected address for a likely typo in the domain; nothing changes until the user accepts it. */
export function EmailSuggestion({ contact }: { contact: ContactDetail }) {
  const accept = useUpdateContact(contact.id)
  const dismiss = useDismissSuggestion(contact.id)
  const { emailSuggestion } = contact
  if (!emailSuggestion) return null
  const isBusy = accept.isPending || dismiss.isPending
  return (
    <section
      aria-label="Suggested email"
      className="my-1 flex flex-wrap items-center gap-2 rounded-lg border border-line bg-raised px-3 py-2 text-[13px]"
    >
      <p className="min-w-0 flex-1 basis-48 break-words">
        Did you mean <span className="font-medium">{emailSuggestion}</span>?
      </p>
      <div className="flex gap-2 max-md:*:h-11">
        <Button
          size="sm"
          pending={accept.isPending}
          disabled={isBusy}
          onClick={() => accept.mutate({ email: emailSuggestion })}
        >
          Use it
        </Button>
        <Button variant="ghost" size="sm" disabled={isBusy} onClick={() => dismiss.mutate()}>
          Dismiss
        </Button>
      </div>
    </section>
  )
}
