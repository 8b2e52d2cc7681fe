import type { Connection } from '#contract/single-sign-on.ts'
import { formatMoment } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/card.tsx'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { AlertDialog } from '#web/ui/form-dialog.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { CopyValues } from './copy-values.tsx'
import { failureText } from './failure-texts.ts'
import { useDeleteConnection, useSwitchConnection, useTestConnection } from './single-sign-on-queries.ts'

const ConnectionDialog = lazyDialog(async () => (await import('./connection-dialog.tsx')).ConnectionDialog)
const MappingDialog = lazyDialog(async () => (await import('./mapping-dialog.tsx')).MappingDialog)

const KIND_NAMES = { oidc: 'OpenID Connect', saml: 'SAML' } as const

interface ConnectionPanelProps {
  connection: Connection
  provenDomains: readonly string[]
  /** True after a test of this connection. */
  showsTest: boolean
}

/** One connection: what to enter where, its state, and its switches. */
export function ConnectionPanel({ connection, provenDomains, showsTest }: ConnectionPanelProps) {
  const test = useTestConnection()
  return (
    <Panel title={connection.name} aside={<StateBadges connection={connection} />}>
      <ol className="mt-3 grid gap-4 text-sm">
        <li className="grid gap-2">
          <h3 className="font-medium">1. Enter this at your identity provider</h3>
          <CopyValues values={valuesFor(connection)} />
        </li>
        <li className="grid gap-2">
          <h3 className="font-medium">2. Enter the settings of your identity provider here</h3>
          <p className="text-muted wrap-anywhere">{settingsText(connection)}</p>
          <div className="flex flex-wrap gap-2">
            <DialogButton
              dialog={(close) => (
                <ConnectionDialog connection={connection} provenDomains={provenDomains} onClose={close} />
              )}
            >
              Edit settings
            </DialogButton>
            <DialogButton dialog={(close) => <MappingDialog connection={connection} onClose={close} />}>
              Map groups to roles
            </DialogButton>
          </div>
        </li>
        <li className="grid gap-2">
          <h3 className="font-medium">3. Test it, then turn it on</h3>
          <TestState connection={connection} showsTest={showsTest} />
          <div className="flex flex-wrap gap-2">
            <Button
              pending={test.isPending}
              pendingLabel="Starting..."
              onClick={() => test.mutate(connection)}
            >
              Test connection
            </Button>
            <Switches connection={connection} />
            <DeleteButton connection={connection} />
          </div>
        </li>
      </ol>
    </Panel>
  )
}

function StateBadges({ connection: { kind, isOn, isForced } }: { connection: Connection }) {
  return (
    <>
      <Badge>{KIND_NAMES[kind]}</Badge>
      <Badge tone={isOn ? 'green' : 'neutral'}>{isForced ? 'Required' : isOn ? 'On' : 'Off'}</Badge>
    </>
  )
}

function valuesFor({ kind, urls }: Connection) {
  return kind === 'oidc'
    ? [
        { name: 'Redirect URI', text: urls.callback },
        { name: 'Sign-in URL', text: urls.signIn },
      ]
    : [
        { name: 'ACS URL', text: urls.acs },
        { name: 'Entity ID (audience)', text: urls.metadata },
        { name: 'Metadata URL', text: urls.metadata },
      ]
}

function settingsText({ kind, issuer, clientId, certificates, domains }: Connection): string {
  const provider =
    kind === 'oidc'
      ? issuer && clientId && `Issuer ${issuer}, client ID ${clientId}.`
      : issuer && certificates.length > 0 && `Entity ID ${issuer}.`
  if (!provider) return 'Not entered yet.'
  const names = domains.map(({ domain, isProven }) => (isProven ? domain : `${domain} (no longer proven)`))
  return `${provider} ${names.length > 0 ? `For ${names.join(', ')}.` : 'No email domain chosen yet.'}`
}

function TestState({ connection, showsTest }: Pick<ConnectionPanelProps, 'connection' | 'showsTest'>) {
  const { workedAt, failedAt, failure, lastTest } = connection
  return (
    <div className="grid gap-1 text-muted">
      {showsTest && lastTest && (
        <div role="status" className="rounded-md border border-line p-3 text-text">
          <p className="font-medium">{lastTest.failure ? 'The test failed' : 'The test worked'}</p>
          {lastTest.failure && <p>{failureText(lastTest.failure)}</p>}
          {lastTest.subject && (
            <p className="text-muted wrap-anywhere">
              Received the ID {lastTest.subject}, the email address {lastTest.email ?? 'none'} and{' '}
              {lastTest.groups.length > 0 ? `the groups ${lastTest.groups.join(', ')}` : 'no groups'}.
            </p>
          )}
        </div>
      )}
      <p>{workedAt ? `Last worked ${formatMoment(workedAt)}.` : 'No sign-in has worked yet.'}</p>
      {failure && failedAt && (
        <p>
          Last failed {formatMoment(failedAt)}: {failureText(failure)}
        </p>
      )}
    </div>
  )
}

function Switches({ connection }: { connection: Connection }) {
  const { isOn, isForced, name } = connection
  const change = useSwitchConnection(connection)
  return (
    <>
      <Button
        variant={isOn ? 'secondary' : 'primary'}
        pending={change.isPending}
        pendingLabel="Saving..."
        onClick={() => change.mutate({ isOn: !isOn })}
      >
        {isOn ? 'Turn off' : 'Turn on'}
        <span className="sr-only"> {name}</span>
      </Button>
      {isOn && isForced && (
        <Button disabled={change.isPending} onClick={() => change.mutate({ isForced: false })}>
          Stop requiring it
        </Button>
      )}
      {isOn && !isForced && (
        <DialogButton
          dialog={(close) => (
            <AlertDialog
              open
              onClose={close}
              title={`Require ${name}?`}
              description="People with an address in its domains can then sign in only with single sign-on. We sign out everyone else now, except you and the owners who can still use an emailed link."
              confirmLabel="Require it"
              destructive={false}
              pending={change.isPending}
              pendingLabel="Saving..."
              onConfirm={() => change.mutate({ isForced: true }, { onSettled: close })}
            />
          )}
        >
          Require it
        </DialogButton>
      )}
    </>
  )
}

function DeleteButton({ connection }: { connection: Connection }) {
  const remove = useDeleteConnection()
  return (
    <DialogButton
      variant="danger-quiet"
      dialog={(close) => (
        <AlertDialog
          open
          onClose={close}
          title={`Delete ${connection.name}?`}
          description="It stops signing people in. Members stay, and can use emailed links."
          confirmLabel="Delete connection"
          pending={remove.isPending}
          pendingLabel="Deleting..."
          onConfirm={() => remove.mutate(connection, { onSuccess: close })}
        />
      )}
    >
      Delete
    </DialogButton>
  )
}
