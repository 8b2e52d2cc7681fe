import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { CurrentUser } from '#contract/auth.ts'
import { fieldErrorsOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/form.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/states.tsx'
import { postalAddressQuery, useSetPostalAddress } from './outreach-queries.ts'

/** Copied from the contract: importing it would pull the validator into the bundle. */
const MAX_ADDRESS_LENGTH = 200

interface CompanyAddressProps {
  user: CurrentUser
  organizationId: string
}

/** The postal address that marketing emails must carry; owners and admins set it. */
export function CompanyAddressCard({ user, organizationId }: CompanyAddressProps) {
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
      <Loaded
        isCompact
        query={address}
        failure="We couldn't load the address"
        pending={<Skeleton className="h-11 max-w-xl" />}
      >
        {({ postalAddress }) =>
          user.role === 'MEMBER' ? (
            <p className="text-sm">{postalAddress ?? 'Not set. An owner or admin can set it.'}</p>
          ) : (
            <AddressForm organizationId={organizationId} savedAddress={postalAddress ?? ''} />
          )
        }
      </Loaded>
    </section>
  )
}

/** Asks for the missing address inside another form. */
export function MissingAddress({ user, organizationId }: CompanyAddressProps) {
  if (user.role === 'MEMBER')
    return <p className="text-muted">Ask an owner or admin to add it under Settings, Team.</p>
  return (
    <div className="mt-2">
      <AddressForm organizationId={organizationId} savedAddress="" />
    </div>
  )
}

function AddressForm({ organizationId, savedAddress }: { organizationId: string; savedAddress: string }) {
  const [input, setInput] = useState(savedAddress)
  const save = useSetPostalAddress(organizationId)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(input)
  }
  return (
    <form onSubmit={submit} className="flex max-w-xl flex-wrap items-end gap-2">
      <Field
        label="Mailing address"
        className="min-w-56 flex-1 max-md:basis-full"
        error={fieldErrorsOf(save.error).postalAddress}
      >
        <Input
          value={input}
          maxLength={MAX_ADDRESS_LENGTH}
          autoComplete="street-address"
          placeholder="12 Main St, Aurora, IL 60505"
          onValue={setInput}
        />
      </Field>
      <Button
        type="submit"
        pending={save.isPending}
        pendingLabel="Saving..."
        disabled={input.trim() === savedAddress}
      >
        Save
      </Button>
    </form>
  )
}
