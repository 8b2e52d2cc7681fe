import { CircleCheck, ShieldCheck, Smartphone, TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { ImportResult } from '#contract/imports.ts'
import { SYNC_CONSENT } from '#domain/compliance/sync-consent.ts'
import type { PageHandle } from '#web/features/auth/protected.tsx'
import { Counts, SkippedRows } from '#web/features/imports/report-parts.tsx'
import { privatePage } from '#web/lib/brand.ts'
import { contactsUrl, urls } from '#web/lib/urls.ts'
import { useBrowserValue } from '#web/lib/use-browser-value.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { contactPicker, useDeviceSync } from './use-device-sync.ts'

export const meta = privatePage('Sync Contacts')
export const handle: PageHandle = { needs: 'subscription' }

const STEPS = [
  'Select Sync My Contacts. Your device opens its contact list.',
  'Choose who to import. We never see anyone else.',
  'We import them and skip people already in your contacts.',
  'We verify, enrich and score each new contact in the background: 1 credit per match.',
]

const BROWSERS = [
  { name: 'Android Chrome', isSupported: true, note: 'Supported' },
  { name: 'Android Edge', isSupported: true, note: 'Supported' },
  { name: 'Desktop Chrome', isSupported: true, note: 'Supported' },
  {
    name: 'iPhone Safari 17 or later',
    isSupported: false,
    note: 'May not work. On iOS Safari, you may need to add this site to your home screen first.',
  },
]

/** Explains the sync, asks for consent, and imports the contacts picked on the device. */
export default function SyncPage() {
  const { isSyncing, result, sync } = useDeviceSync()
  return (
    <div className="mx-auto grid max-w-2xl gap-5 px-4 py-5 sm:px-6">
      <div>
        <h1 className="text-xl">Sync Contacts</h1>
        <p className="mt-1 text-sm text-muted">Import contacts from your phone.</p>
      </div>
      <Card className="grid gap-4 p-4 sm:p-5">
        <section aria-labelledby="sync-steps">
          <h2 id="sync-steps" className="text-base">
            How it works
          </h2>
          <ol className="mt-2 grid list-decimal gap-1.5 pl-5 text-sm text-muted marker:text-dim">
            {STEPS.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </section>
        <section aria-labelledby="sync-privacy" className="flex gap-3 rounded-lg bg-raised px-3.5 py-3">
          <ShieldCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-dim" />
          <div>
            <h2 id="sync-privacy" className="text-sm">
              Privacy notice
            </h2>
            <p className="mt-1 text-[13px] text-muted">{SYNC_CONSENT.text}</p>
          </div>
        </section>
        <div>
          <Button
            variant="primary"
            size="lg"
            className="max-sm:w-full"
            pending={isSyncing}
            pendingLabel="Syncing..."
            onClick={() => void sync()}
          >
            <Smartphone aria-hidden />
            Sync My Contacts
          </Button>
          <UnsupportedBrowserNote />
        </div>
      </Card>
      {result && <Result result={result} />}
      <Compatibility />
    </div>
  )
}

/** A note for browsers without a contact picker. */
function UnsupportedBrowserNote() {
  const isSupported = useBrowserValue(() => contactPicker() !== null, true)
  if (isSupported) return null
  return (
    <p className="mt-2.5 text-[13px] text-dim">
      This browser can't open your contacts. You can{' '}
      <Link
        to={contactsUrl({ open: 'import' })}
        className="font-medium text-accent underline-offset-2 hover:underline"
      >
        import a file
      </Link>{' '}
      instead.
    </p>
  )
}

function Result({ result }: { result: ImportResult }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Card className="p-4 sm:p-5">
      <section aria-labelledby="sync-result" className="grid gap-4">
        <h2 id="sync-result" ref={heading} tabIndex={-1} className="text-base">
          Import Complete
        </h2>
        <Counts counts={result} />
        <SkippedRows errors={result.errors} singular="contact" plural="contacts" />
        <p className="text-[13px] text-muted">
          Fix skipped contacts or undo this import in{' '}
          <Link
            to={urls.importReport(result.importId)}
            className="font-medium text-accent underline-offset-2 hover:underline"
          >
            the import report
          </Link>
          .
        </p>
      </section>
    </Card>
  )
}

function Compatibility() {
  return (
    <section aria-labelledby="sync-browsers">
      <h2 id="sync-browsers" className="text-base">
        Browser compatibility
      </h2>
      <ul className="mt-2 divide-y divide-line rounded-lg border border-line text-sm">
        {BROWSERS.map(({ name, isSupported, note }) => (
          <li key={name} className="flex gap-3 px-3.5 py-2.5">
            {isSupported ? (
              <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-green" />
            ) : (
              <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-yellow" />
            )}
            <span className="min-w-0">
              <span className="font-medium">{name}</span>
              <span className="block text-[13px] text-dim">{note}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
