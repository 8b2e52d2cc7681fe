import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ContactDetail } from '#contract/contacts.ts'
import { call } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast.tsx'
import { CONTACTS_KEY, contactQuery, refreshContact } from './contacts-queries.ts'
import { enrichmentErrorText, enrichmentOutcome, isEnriching } from './enrichment-outcome.ts'

function toastEnriched() {
  toast({
    title: 'Contact Enriched!',
    description: "We've updated this contact with the latest verified information.",
  })
}

function toastFailed(message: string) {
  toast({ title: 'Enrichment Failed', description: message, variant: 'destructive' })
}

/**
 * Enriches a contact. If the server finishes later (202), the enrichment stays in progress until the contact is refreshed
 * by its live event. Leaving the contact stops the waiting, not the enrichment.
 */
export function useEnrich(contact: Pick<ContactDetail, 'id' | 'latestEnrichment'>) {
  const client = useQueryClient()
  const [awaitedEnrichment, setAwaitedEnrichment] = useState<Pick<
    ContactDetail,
    'id' | 'latestEnrichment'
  > | null>(null)
  const { id, latestEnrichment } = contact

  useEffect(() => {
    // An outcome from before the request belongs to an earlier enrichment.
    const outcome =
      awaitedEnrichment?.id === id && awaitedEnrichment.latestEnrichment !== latestEnrichment
        ? enrichmentOutcome({ latestEnrichment })
        : null
    if (!outcome) return
    setAwaitedEnrichment(null)
    if (outcome.hasMatch) toastEnriched()
    else toastFailed(outcome.message)
  }, [awaitedEnrichment, id, latestEnrichment])

  const enrich = useMutation({
    mutationFn: () => call('POST /api/contacts/{id}/enrich', { params: { id } }),
    onSuccess: (response) => {
      if (!('status' in response)) {
        toastEnriched()
        return refreshContact(client, response)
      }
      // Marks the cached contact as running, so that the next outcome is this enrichment's.
      client.setQueryData<ContactDetail>(
        contactQuery(id).queryKey,
        (cached) => cached && { ...cached, latestEnrichment: { status: 'running', message: null } },
      )
      setAwaitedEnrichment({ id, latestEnrichment })
      void client.invalidateQueries({ queryKey: CONTACTS_KEY })
    },
    onError: (error) => toastFailed(enrichmentErrorText(error)),
  })
  return { enrich: () => enrich.mutate(), isEnriching: enrich.isPending || isEnriching(contact) }
}
