import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ContactDetail } from '#contract/contacts.ts'
import type * as contract from '#contract/score.ts'
import { call } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { listen } from '#web/lib/live.ts'
import { route } from '#web/lib/route.ts'
import { toast } from '#web/ui/toast.tsx'
import { CONTACTS_KEY, contactQuery, refreshContact } from './contacts-queries.ts'
import { lookupEnd } from './lookup-end.ts'

const enrichContact = route<typeof contract.enrichContact>('POST', '/api/contacts/{id}/enrich')
const NO_DATA = 'No enrichment data'
const NO_DATA_TEXT =
  "We couldn't find additional data for this contact. Try again later or verify the contact information is correct."

/** What the failure toast says for a server message. */
function enrichFailureText(message: string): string {
  return message.includes(NO_DATA) ? NO_DATA_TEXT : message
}

function toastEnriched() {
  toast({
    title: 'Contact Enriched!',
    description: "We've updated this contact with the latest verified information.",
  })
}

function toastFailed(message: string) {
  toast({ title: 'Enrichment Failed', description: enrichFailureText(message), variant: 'destructive' })
}

/**
 * Looks a contact up. A lookup that the server finishes later (202) stays under way until a live event of the contact
 * tells its end; whoever leaves the contact stops waiting, not the lookup.
 */
export function useEnrich(contact: Pick<ContactDetail, 'id'>) {
  const client = useQueryClient()
  const [waiting, setWaiting] = useState(false)
  const { id } = contact

  useEffect(() => {
    if (!waiting) return
    const { queryKey } = contactQuery(id)
    let before = client.getQueryData<ContactDetail>(queryKey)
    let over = false
    const look = async (mayBeOver: boolean) => {
      await client.invalidateQueries({ queryKey: CONTACTS_KEY })
      const after = client.getQueryData<ContactDetail>(queryKey)
      if (over || !before || !after) return
      const end = lookupEnd(before, after)
      before = after
      if (end === 'other' || (end === 'nothing' && !mayBeOver)) return
      over = true
      setWaiting(false)
      if (end === 'found') toastEnriched()
      else toastFailed(NO_DATA)
    }
    const stop = listen(
      (event) => {
        if (event.type === 'contact.changed' && event.contactId === id) void look(true)
      },
      // Events were missed while the connection was away: only a result is proof of the end then.
      () => void look(false),
    )
    return () => {
      over = true
      stop()
    }
  }, [waiting, id, client])

  const enrich = useMutation({
    mutationFn: () => call(enrichContact, { params: { id } }),
    onSuccess: (answer) => {
      if ('status' in answer) return setWaiting(true)
      toastEnriched()
      refreshContact(client, answer)
    },
    onError: (error) => toastFailed(messageOf(error, 'Enrichment failed')),
  })
  return { enrich: () => enrich.mutate(), enriching: enrich.isPending || waiting }
}
