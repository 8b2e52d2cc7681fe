import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ContactDetail } from '#contract/contacts.ts'
import { type HomeAddress, withPrimaryAddress } from '#domain/identity/primary-value.ts'
import { type CallInput, call } from '#web/lib/api.ts'
import { cityLine, joinPresent } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { toast, toastFailure } from '#web/ui/toast.tsx'
import { contactQuery, refreshContact } from '../contacts-queries.ts'

/** A button that makes a found property's address the contact's address. The toast offers to undo it. */
export function UseAddress({ contact, property }: { contact: ContactDetail; property: HomeAddress }) {
  const client = useQueryClient()
  const { id, address, city, state, zipCode, details } = contact
  const save = async (body: CallInput<'PATCH /api/contacts/{id}'>['body']) =>
    refreshContact(client, await call('PATCH /api/contacts/{id}', { params: { id }, body }))
  const onError = (error: unknown) => {
    toastFailure('Update Failed', "We couldn't save the address. Please try again.")(error)
    void client.invalidateQueries({ queryKey: contactQuery(id).queryKey })
  }
  const adopt = useMutation({
    mutationFn: () => save(withPrimaryAddress(contact, property)),
    onSuccess: () =>
      toast({
        title: 'Address Updated',
        description: joinPresent([property.address, cityLine(property)]),
        action: {
          label: 'Undo',
          onClick: () => void save({ address, city, state, zipCode, details }).catch(onError),
        },
      }),
    onError,
  })
  return (
    <Button
      size="row"
      aria-label={`Use this address: ${property.address}`}
      pending={adopt.isPending}
      onClick={() => adopt.mutate()}
    >
      Use this address
    </Button>
  )
}
