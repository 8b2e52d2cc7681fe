import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ContactDetail } from '#contract/contacts.ts'
import { enrichContact } from '#contract/score.ts'
import { call } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { listen } from '#web/lib/live.ts'
import { toast } from '#web/ui/toast.tsx'
import { CONTACTS_KEY, contactQuery, refreshContact } from './contacts-queries.ts'

const NO_DATA = 'No enrichment data'
const NO_DATA_TEXT =
  "We couldn't find additional data for this contact. Try again later or verify the contact information is correct."

/** What the failure toast says for a server message. */
export function enrichFailureText(message: string): string {
  return message.includes(NO_DATA) ? NO_DATA_TEXT : message
}

function toastEnriched() {
  toast({
    title: 'Contact Enriched!',
    description: "We've updated this contact with the latest verified information.",
  })
}

/**
 * Looks a contact up. A lookup that the server finishes later (202) stays under way until the live event of the
 * contact arrives; whoever leaves the contact stops waiting, not the lookup.
 */
export function useEnrich(contact: Pick<ContactDetail, 'id' | 'enrichedAt'>) {
  const client = useQueryClient()
  const [waiting, setWaiting] = useState(false)
  const { id, enrichedAt } = contact

  useEffect(() => {
    if (!waiting) return
    const finish = async () => {
      await client.invalidateQueries({ queryKey: CONTACTS_KEY })
      setWaiting(false)
      const fresh = client.getQueryData<ContactDetail>(contactQuery(id).queryKey)
      if (fresh?.enrichedAt && fresh.enrichedAt !== enrichedAt) toastEnriched()
    }
    return listen(
      (event) => {
        if (event.type === 'contact.changed' && event.contactId === id) void finish()
      },
      () => void finish(),
    )
  }, [waiting, id, enrichedAt, client])

  const enrich = useMutation({
    mutationFn: () => call(enrichContact, { params: { id } }),
    onSuccess: (answer) => {
      if ('status' in answer) return setWaiting(true)
      toastEnriched()
      refreshContact(client, answer)
    },
    onError: (error) => {
      const message = enrichFailureText(messageOf(error, 'Enrichment failed'))
      toast({ title: 'Enrichment Failed', description: message, variant: 'destructive' })
    },
  })
  return { enrich: () => enrich.mutate(), enriching: enrich.isPending || waiting }
}
