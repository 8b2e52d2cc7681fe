import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { StoredLicense } from '#contract/licenses.ts'
import { stateName } from '#domain/identity/address.ts'
import { joinPresent } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/card.tsx'
import { AlertDialog } from '#web/ui/form-dialog.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/states.tsx'
import { licensesQuery, useDeleteLicense } from './license-queries.ts'

const LicenseDialog = lazyDialog(async () => (await import('./license-dialog.tsx')).LicenseDialog)

/** The member's real-estate licenses, one for each state. */
export function LicenseCard() {
  const query = useQuery(licensesQuery)
  const [edited, setEdited] = useState<StoredLicense | 'new' | null>(null)
  return (
    <Panel
      id="license"
      title="License"
      aside={query.data?.length === 0 && <Badge tone="orange">Missing</Badge>}
      text="Most states want your license in marketing and first-contact messages. Add one for each state you work in; we add the line that the state asks for."
    >
      <Loaded
        isCompact
        query={query}
        failure="We couldn't load your licenses"
        pending={<Skeleton className="mt-3 h-16 w-full" />}
      >
        {(licenses) => (
          <>
            {licenses.length > 0 && (
              <ul aria-label="Licenses" className="mt-3 divide-y divide-line/60">
                {licenses.map((license) => (
                  <LicenseRow key={license.id} license={license} onEdit={() => setEdited(license)} />
                ))}
              </ul>
            )}
            <Button
              variant={licenses.length === 0 ? 'primary' : 'secondary'}
              className="mt-3"
              onClick={() => setEdited('new')}
            >
              Add license
            </Button>
          </>
        )}
      </Loaded>
      {edited && <LicenseDialog license={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </Panel>
  )
}

function LicenseRow({ license, onEdit }: { license: StoredLicense; onEdit: () => void }) {
  const [isDeleting, setDeleting] = useState(false)
  const remove = useDeleteLicense()
  const { state, licensedName, licenseNumber, licenseType, brokerageName } = license
  const place = stateName(state) ?? state
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-60 text-sm">
        <p className="font-medium wrap-anywhere">
          {place}: {licenseNumber}
        </p>
        <p className="text-[13px] text-muted wrap-anywhere">
          {joinPresent([licensedName, licenseType, brokerageName], ' · ')}
        </p>
      </div>
      <div className="flex gap-2">
        <Button size="row" onClick={onEdit}>
          Edit<span className="sr-only"> {place} license</span>
        </Button>
        <Button size="row" variant="danger-quiet" onClick={() => setDeleting(true)}>
          Delete<span className="sr-only"> {place} license</span>
        </Button>
      </div>
      {isDeleting && (
        <AlertDialog
          onClose={() => setDeleting(false)}
          title={`Delete your ${place} license?`}
          description="Messages that must show it can't be sent until you add it again."
          confirmLabel="Delete license"
          pending={remove.isPending}
          pendingLabel="Deleting..."
          onConfirm={() => remove.mutate(license, { onSuccess: () => setDeleting(false) })}
        />
      )}
    </li>
  )
}
