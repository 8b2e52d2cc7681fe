import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { CurrentUser } from '#contract/auth.ts'
import { fieldErrorsOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { postalAddressQuery, useSetPostalAddress } from './outreach-queries.ts'

/** Copied from the contract: importing it would pull the validator into the bundle. */
const MAX_ADDRESS_LENGTH = 200

/** The postal address that emails and letters must carry; owners and admins set it. */
export function CompanyAddressCard({ user, organizationId }: { user: CurrentUser; organizationId: string }) {
  const address = useQuery(postalAddressQuery(organizationId))
  return (
    <section aria-labelledby="company-address" className="mt-10 border-t border-line pt-5">
      <h2 id="company-address" className="text-base">
        Company address
      </h2>
      <p className="mt-1 mb-3 max-w-2xl text-sm text-muted">
        CAN-SPAM requires a mailing address in marketing emails. We check that outreach emails and letters
        include it.
      </p>
      {address.isPending && <Skeleton className="h-11 max-w-xl" />}
      {address.isError && <LoadError query={address} text="We couldn't load the address." />}
      {address.data &&
        (user.role === 'MEMBER' ? (
          <p className="text-sm">{address.data.postalAddress ?? 'Not set. An owner or admin can set it.'}</p>
        ) : (
          <AddressForm organizationId={organizationId} known={address.data.postalAddress ?? ''} />
        ))}
    </section>
  )
}

function AddressForm({ organizationId, known }: { organizationId: string; known: string }) {
  const [typed, setTyped] = useState(known)
  const save = useSetPostalAddress(organizationId)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(typed)
  }
  const error = save.error ? fieldErrorsOf(save.error).postalAddress : undefined
  return (
    <form onSubmit={submit} className="flex max-w-xl flex-wrap items-end gap-2">
      <Field
        label="Mailing address"
        className="min-w-56 flex-1 max-md:basis-full"
        {...(error ? { error } : {})}
      >
        <Input
          value={typed}
          maxLength={MAX_ADDRESS_LENGTH}
          autoComplete="street-address"
          placeholder="12 Main St, Aurora, IL 60505"
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <Button
        type="submit"
        pending={save.isPending}
        pendingLabel="Saving..."
        disabled={typed.trim() === known}
      >
        Save
      </Button>
    </form>
  )
}
