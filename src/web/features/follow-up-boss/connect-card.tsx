import { useId, useState } from 'react'
import { messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field, Input } from '#web/ui/form.tsx'
import { useConnect } from './follow-up-boss-queries.ts'

/** Takes the owner's API key and checks it. */
export function ConnectCard({ isRenewal = false }: { isRenewal?: boolean }) {
  const [apiKey, setApiKey] = useState('')
  const connect = useConnect()
  const headingId = useId()
  return (
    <Card className="mt-4 p-4">
      <form
        aria-labelledby={headingId}
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          connect.mutate({ apiKey })
        }}
      >
        <h2 id={headingId} className="text-sm font-medium">
          {isRenewal ? 'Enter a new API key' : 'Connect your account'}
        </h2>
        <p className="text-[13px] text-muted">
          Sign in to Follow Up Boss as the account owner and copy the key from Admin, API. With the key of
          anyone else we see only their people, and we hear of changes up to ten minutes late.
        </p>
        <Field
          label="API key"
          required
          {...(connect.error && { error: messageOf(connect.error, "We couldn't connect. Try again.") })}
        >
          <Input value={apiKey} onValue={setApiKey} autoComplete="off" type="password" />
        </Field>
        <Button type="submit" variant="primary" className="justify-self-start" pending={connect.isPending}>
          {isRenewal ? 'Save key' : 'Connect Follow Up Boss'}
        </Button>
      </form>
    </Card>
  )
}
