import { useQuery } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { RegistryFile, RegistryFiles, RegistryUpload } from '#contract/call-permission.ts'
import { MAX_REGISTRY_AGE_DAYS } from '#domain/compliance/call-permission.ts'
import { type PageHandle, useMember } from '#web/features/auth/protected.tsx'
import { localToday } from '#web/features/tasks/task-rules.ts'
import { privatePage } from '#web/lib/brand.ts'
import { formatCount, formatDay, formatQuantity } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Panel } from '#web/ui/card.tsx'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { Checkbox } from '#web/ui/form.tsx'
import { AlertDialog } from '#web/ui/form-dialog.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { Loaded, Skeletons } from '#web/ui/loaded.tsx'
import { Page } from '#web/ui/page.tsx'
import { type Column, DataTable } from '#web/ui/table.tsx'
import { useDeleteRegistryFile, useRegistryFiles, useSetAskUnchecked } from './registry-queries.ts'
import { areaCodesText, expiryText, registryName } from './registry-texts.ts'

const UploadRegistryDialog = lazyDialog(
  async () => (await import('./upload-registry-dialog.tsx')).UploadRegistryDialog,
)

export const meta = privatePage('Do not call')
export const handle: PageHandle = { needs: 'subscription' }

/** The organization's do-not-call files and what they cover. Owners and admins change them. */
export default function DoNotCallPage() {
  const canManage = useMember().role !== 'MEMBER'
  const registry = useQuery(useRegistryFiles())
  return (
    <Page title="Do not call" width="max-w-3xl">
      <p className="mt-1 text-sm text-pretty text-muted">
        Calls and texts to a number on a do-not-call registry need an exemption. Upload the registries' files
        for the area codes you call, and we'll check every number against them.
      </p>
      <Loaded
        query={registry}
        failure="We couldn't load your do-not-call files"
        pending={<Skeletons label="Loading files" className="mt-4 gap-4" rows={['h-52', 'h-64']} />}
      >
        {(data) => (
          <div className="mt-4 grid gap-4">
            <NumbersPanel {...data} canManage={canManage} />
            <FilesPanel files={data.files} canManage={canManage} />
          </div>
        )}
      </Loaded>
    </Page>
  )
}

/** How many contacts the files cover, the area codes without a file, and the setting for numbers that aren't checked. */
function NumbersPanel(props: Omit<RegistryFiles, 'files'> & { canManage: boolean }) {
  const { checks, missing, asksUnchecked, canManage } = props
  const setAskUnchecked = useSetAskUnchecked()
  return (
    <Panel title="Your contacts' numbers">
      <dl className="mt-3 grid gap-3 sm:grid-cols-3">
        <Stat title="Not on a registry" value={checks.free} />
        <Stat title="On a registry" value={checks.listed}>
          Hidden from Today unless exempt
        </Stat>
        <Stat title="Not checked" value={checks.unchecked}>
          No current file for the area code
        </Stat>
      </dl>
      {missing.length > 0 && (
        <>
          <h3 id="missing-codes" className="mt-4 text-sm">
            Area codes without a current national file
          </h3>
          <ul aria-labelledby="missing-codes" className="mt-1.5 flex flex-wrap gap-1.5">
            {missing.map(({ areaCode, contacts }) => (
              <li key={areaCode}>
                <Badge className="tabular-nums">
                  {areaCode} · {formatQuantity(contacts, 'contact', 'contacts')}
                </Badge>
              </li>
            ))}
          </ul>
        </>
      )}
      <Checkbox
        label="Ask before calling or texting unchecked numbers"
        className="mt-4 text-sm max-md:min-h-11 max-md:items-center"
        checked={setAskUnchecked.isPending ? setAskUnchecked.variables : asksUnchecked}
        disabled={!canManage || setAskUnchecked.isPending}
        onChange={({ target }) => setAskUnchecked.mutate(target.checked)}
      />
      {!canManage && <p className="text-[13px] text-muted">Only owners and admins can change this.</p>}
    </Panel>
  )
}

function Stat({ title, value, children }: { title: string; value: number; children?: ReactNode }) {
  return (
    <div className="rounded-lg border border-line p-3">
      <dt className="text-[13px] text-muted">{title}</dt>
      <dd>
        <span className="text-xl font-semibold tabular-nums">{formatCount(value)}</span>
        {children && <p className="text-[13px] text-dim">{children}</p>}
      </dd>
    </div>
  )
}

function FilesPanel({ files, canManage }: { files: readonly RegistryFile[]; canManage: boolean }) {
  const [uploaded, setUploaded] = useState<RegistryUpload | null>(null)
  const today = localToday()
  return (
    <Panel
      id="registry-files"
      title="Files"
      aside={
        canManage && (
          <DialogButton
            variant="primary"
            className="ml-auto"
            dialog={(close) => <UploadRegistryDialog onClose={close} onUploaded={setUploaded} />}
          >
            <Upload aria-hidden />
            Upload file
          </DialogButton>
        )
      }
      text={
        <>
          Download them from{' '}
          <a
            href="https://telemarketing.donotcall.gov"
            className="underline underline-offset-2"
            rel="noreferrer"
          >
            telemarketing.donotcall.gov
          </a>{' '}
          and from your state. A file is valid for {MAX_REGISTRY_AGE_DAYS} days; then its numbers are
          unchecked until you upload a new one.
        </>
      }
    >
      <p role="status" className="mt-3 text-sm empty:hidden">
        {uploaded && uploadText(uploaded)}
      </p>
      {files.length === 0 ? (
        <p className="mt-3 text-sm text-muted">
          {canManage ? 'No files yet.' : 'No files yet. Ask an owner or admin to upload one.'}
        </p>
      ) : (
        <DataTable
          labelledBy="registry-files"
          className="mt-3"
          columns={[...columnsAt(today), ...(canManage ? [REMOVE_COLUMN] : [])]}
          rows={files}
          rowKey={({ registry, areaCode }) => registry + areaCode}
        />
      )}
    </Panel>
  )
}

function uploadText({ numbers, areaCodes, skipped, examples }: RegistryUpload): string {
  const readText = `Read ${formatQuantity(numbers, 'number', 'numbers')} in ${areaCodesText(areaCodes)}.`
  if (skipped === 0) return readText
  const skippedText = formatQuantity(skipped, 'line', 'lines')
  return `${readText} Skipped ${skippedText} without a number, such as “${examples[0] ?? ''}”.`
}

function columnsAt(today: string): Column<RegistryFile>[] {
  return [
    {
      label: 'Area code',
      isRowHeader: true,
      cell: ({ areaCode, registry }) => (
        <>
          <span className="font-medium tabular-nums">{areaCode}</span>
          <span className="block text-[13px] text-muted">{registryName(registry)}</span>
        </>
      ),
    },
    {
      label: 'Numbers',
      isNumber: true,
      hidden: 'max-sm:hidden',
      cell: ({ numbers }) => formatCount(numbers),
    },
    {
      label: 'File date',
      className: 'tabular-nums',
      cell: (file) => (
        <>
          {formatDay(file.asOf)}
          <span className={file.isCurrent ? 'block text-[13px] text-muted' : 'block text-[13px] text-orange'}>
            {expiryText(file, today)}
          </span>
        </>
      ),
    },
    {
      label: 'Uploaded by',
      hidden: 'max-sm:hidden',
      className: 'text-muted',
      cell: ({ uploadedBy }) => uploadedBy ?? 'Former member',
    },
  ]
}

const REMOVE_COLUMN: Column<RegistryFile> = {
  label: 'Remove',
  isLabelHidden: true,
  className: 'text-right',
  cell: (file) => (
    <DialogButton size="row" dialog={(close) => <RemoveDialog file={file} onClose={close} />}>
      Remove
      <span className="sr-only">
        {' '}
        {registryName(file.registry)} {file.areaCode}
      </span>
    </DialogButton>
  ),
}

function RemoveDialog({ file, onClose }: { file: RegistryFile; onClose: () => void }) {
  const remove = useDeleteRegistryFile()
  return (
    <AlertDialog
      onClose={onClose}
      title={`Remove area code ${file.areaCode}?`}
      description={`This removes ${formatQuantity(file.numbers, 'number', 'numbers')} of the ${registryName(file.registry)} registry. We'll no longer check your contacts' numbers against them.`}
      confirmLabel="Remove file"
      pendingLabel="Removing..."
      pending={remove.isPending}
      onConfirm={() => remove.mutate(file, { onSettled: onClose })}
    />
  )
}
