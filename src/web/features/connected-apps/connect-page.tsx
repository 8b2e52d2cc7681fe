import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useParams } from 'react-router'
import { type ConnectionRequest, MAX_DAILY_CREDITS } from '#contract/connected-apps.ts'
import type { Scope } from '#contract/endpoint.ts'
import { SCOPE_TEXTS } from '#web/features/api-keys/scope-texts.ts'
import type { PageHandle } from '#web/features/auth/protected.tsx'
import { privatePage } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox, Field, Input } from '#web/ui/form.tsx'
import { Skeletons } from '#web/ui/loaded.tsx'
import { Page } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { connectionRequestQuery, useAnswer } from './connected-apps-queries.ts'

export const meta = privatePage('Connect an app')
export const handle: PageHandle = { needs: 'subscription' }

const DEFAULT_CREDITS = 10

/** Asks the member whether an app may act for them, and with which permissions. */
export default function ConnectPage() {
  const { requestId = '' } = useParams()
  const { data, isError } = useQuery({
    ...connectionRequestQuery(requestId),
    retry: false,
    staleTime: Infinity,
  })
  return (
    <Page title="Connect an app" width="max-w-xl">
      {isError ? (
        <EmptyState
          title="This request is no longer open"
          description="Requests expire after 10 minutes and work only in the browser that the app opened. Go back to the app and connect again."
          actions={<ButtonLink to={urls.connectedApps}>See connected apps</ButtonLink>}
        />
      ) : data ? (
        <ConsentForm requestId={requestId} request={data} />
      ) : (
        <Skeletons label="Loading the request" rows={['h-80']} />
      )}
    </Page>
  )
}

function ConsentForm({ requestId, request }: { requestId: string; request: ConnectionRequest }) {
  const { name, publisherHost, redirectHost, isLocal, organizationName, email, scopes } = request
  const [chosen, setChosen] = useState<ReadonlySet<Scope>>(() => new Set(scopes))
  const [credits, setCredits] = useState(String(DEFAULT_CREDITS))
  const { allow, decline } = useAnswer(requestId)
  const usesCredits = chosen.has('enrichment:run')
  const dailyCredits = Number(credits)
  const creditsError =
    usesCredits && !(Number.isInteger(dailyCredits) && dailyCredits >= 0 && dailyCredits <= MAX_DAILY_CREDITS)
      ? 'Enter a whole number from 0 to 100,000'
      : ''
  const isAnswered = allow.isPending || allow.isSuccess || decline.isPending || decline.isSuccess

  function submit(event: FormEvent) {
    event.preventDefault()
    if (chosen.size === 0 || creditsError) return
    allow.mutate({ scopes: [...chosen], dailyCredits: usesCredits ? dailyCredits : null })
  }

  function choose(scope: Scope, isChosen: boolean) {
    const next = new Set(chosen)
    if (isChosen) next.add(scope)
    else next.delete(scope)
    setChosen(next)
  }

  return (
    <Card className="mt-3 p-5">
      <form onSubmit={submit} noValidate>
        <h2 className="text-base font-semibold wrap-anywhere">{name} wants to access your account</h2>
        <dl className="mt-4 grid gap-3 text-sm">
          <Fact label="Organization" value={organizationName} />
          <Fact label="Acts for" value={email} />
          {publisherHost && <Fact label="Published by" value={publisherHost} />}
          <Fact
            label="Sends you back to"
            value={isLocal ? `${redirectHost} (an app on this computer)` : redirectHost}
          />
        </dl>
        <p className="mt-4 text-[13px] text-muted">
          Only connect an app that you just opened yourself. Apps choose their own names, so check the address
          above.
        </p>
        <fieldset className="mt-4">
          <legend className="text-[13px] font-medium">It may</legend>
          <div className="mt-2 grid gap-2">
            {scopes.map((scope) => (
              <Checkbox
                key={scope}
                label={SCOPE_TEXTS[scope]}
                checked={chosen.has(scope)}
                onChange={({ target }) => choose(scope, target.checked)}
              />
            ))}
          </div>
        </fieldset>
        {usesCredits && (
          <Field
            label="Credits a day"
            hint="The most that the app may use."
            error={creditsError}
            className="mt-4 max-w-40"
          >
            <Input inputMode="numeric" value={credits} onValue={setCredits} />
          </Field>
        )}
        <p className="mt-4 text-[13px] text-muted">
          It sees only what you see, and can never send messages, delete contacts in bulk or change your team.
          You can disconnect it at any time under Settings.
        </p>
        <div className="mt-5 flex flex-wrap justify-end gap-2">
          <Button disabled={isAnswered} pending={decline.isPending} onClick={() => decline.mutate()}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            disabled={isAnswered || chosen.size === 0}
            pending={allow.isPending}
          >
            Connect app
          </Button>
        </div>
      </form>
    </Card>
  )
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-[13px] text-muted">{label}</dt>
      <dd className="font-medium wrap-anywhere">{value}</dd>
    </div>
  )
}
