import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { SingleSignOnSettings } from '#contract/single-sign-on.ts'
import { type PageHandle, useMember } from '#web/features/auth/protected.tsx'
import { privatePage } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/card.tsx'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { Checkbox } from '#web/ui/form.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Page } from '#web/ui/page.tsx'
import { EmptyState, Skeleton } from '#web/ui/states.tsx'
import { ConnectionPanel } from './connection-panel.tsx'
import { useSetBreakGlass, useSingleSignOn } from './single-sign-on-queries.ts'

const AddConnectionDialog = lazyDialog(
  async () => (await import('./add-connection-dialog.tsx')).AddConnectionDialog,
)

export const meta = privatePage('Single sign-on')
export const handle: PageHandle = { needs: 'organization' }

/** Connections to the organization's identity providers. Works without an active subscription too; for owners. */
export default function SingleSignOnPage() {
  const isOwner = useMember().role === 'OWNER'
  const settings = useSingleSignOn(isOwner)
  if (!isOwner)
    return (
      <Page title="Single sign-on">
        <EmptyState
          icon={<KeyRound />}
          title="For owners only"
          description="Ask an owner of your team to set up or change single sign-on."
        />
      </Page>
    )
  return (
    <Page
      title="Single sign-on"
      width="max-w-3xl"
      aside={
        <div className="ml-auto">
          <DialogButton variant="primary" dialog={(close) => <AddConnectionDialog onClose={close} />}>
            <Plus aria-hidden />
            Add connection
          </DialogButton>
        </div>
      }
    >
      <Loaded
        query={settings}
        failure="We couldn't load single sign-on"
        pending={<Skeleton className="mt-4 h-48 w-full" />}
      >
        {(loaded) => <Settings settings={loaded} />}
      </Loaded>
    </Page>
  )
}

function Settings({ settings }: { settings: SingleSignOnSettings }) {
  const [query] = useSearchParams()
  const { connections, provenDomains } = settings
  return (
    <div className="mt-4 grid gap-4">
      <p className="max-w-2xl text-sm text-muted">
        Your team signs in at your identity provider, such as Okta, Microsoft Entra ID or Google Workspace.
        The{' '}
        <a className="underline underline-offset-2" href={urls.document('single-sign-on')}>
          single sign-on guide
        </a>{' '}
        shows each step.
      </p>
      {provenDomains.length === 0 && (
        <p className="rounded-lg border border-yellow px-4 py-3 text-sm">
          First{' '}
          <Link className="underline underline-offset-2" to={urls.domains}>
            prove your email domain
          </Link>
          . Single sign-on works only for addresses in domains that you have proven.
        </p>
      )}
      {connections.length === 0 ? (
        <EmptyState
          icon={<KeyRound />}
          title="No connections yet"
          description="Add a connection, enter its addresses at your identity provider, and test it before you turn it on."
        />
      ) : (
        connections.map((connection) => (
          <ConnectionPanel
            key={connection.id}
            connection={connection}
            provenDomains={provenDomains}
            showsTest={query.get('tested') === connection.id}
          />
        ))
      )}
      {connections.length > 0 && <BreakGlass settings={settings} />}
    </div>
  )
}

/** Owners who may still use an emailed link where single sign-on is required. */
function BreakGlass({ settings: { owners, breakGlass } }: { settings: SingleSignOnSettings }) {
  const [chosen, setChosen] = useState<readonly string[]>(breakGlass)
  const save = useSetBreakGlass()
  const isChanged = [...chosen].sort().join() !== [...breakGlass].sort().join()
  return (
    <Panel
      title="Owners who can still use an emailed link"
      text="If your identity provider fails, these owners can sign in with an emailed link even where single sign-on is required. We email every owner each time one does."
    >
      <form
        className="mt-3 grid gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate([...chosen])
        }}
      >
        {owners.map(({ id, email, name }) => (
          <Checkbox
            key={id}
            label={name ? `${name} (${email})` : email}
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              setChosen(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
            }
          />
        ))}
        <div>
          <Button type="submit" disabled={!isChanged} pending={save.isPending} pendingLabel="Saving...">
            Save owners
          </Button>
        </div>
      </form>
    </Panel>
  )
}
