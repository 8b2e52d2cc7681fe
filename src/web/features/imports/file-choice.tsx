import { Download, FileSpreadsheet, Upload, X } from 'lucide-react'
import { type DragEvent, type ReactNode, useId, useState } from 'react'
import { useCurrentUser } from '#web/features/auth/auth-queries.ts'
import { useSubscription } from '#web/features/billing/subscription-queries.ts'
import { formatBytes, formatCount, formatQuantity, joinPresent } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Checkbox } from '#web/ui/form.tsx'
import { maxCreditCost } from './import-rules.ts'
import type { ChosenFile } from './use-chosen-file.ts'

const COLUMNS = ['First Name', 'Last Name', 'Email', 'Phone', 'Address', 'City', 'State', 'Zip']

interface FileChoiceProps {
  choice: ChosenFile
  enrich: boolean
  onEnrich: (enrich: boolean) => void
  disabled: boolean
  /** Column mapping of the chosen file. */
  children?: ReactNode
}

/** File format, the chosen file, and the switch for enrichment after the import. */
export function FileChoice({ choice, enrich, onEnrich, disabled, children }: FileChoiceProps) {
  return (
    <div className="grid gap-4">
      {!choice.file && <Columns />}
      {choice.file ? (
        <ChosenFileSummary choice={choice} disabled={disabled} />
      ) : (
        <DropZone onFile={choice.choose} />
      )}
      {children}
      <EnrichSwitch rows={choice.rows} enrich={enrich} onEnrich={onEnrich} disabled={disabled} />
    </div>
  )
}

function Columns() {
  return (
    <div className="text-[13px] text-muted">
      <p>The file can have these columns, in any order:</p>
      <ul aria-label="Columns" className="mt-2 grid grid-cols-4 gap-1.5 text-center">
        {COLUMNS.map((column) => (
          <li key={column} className="rounded-md bg-raised px-1 py-0.5 font-medium text-text">
            {column}
          </li>
        ))}
      </ul>
      <p className="mt-2">
        First Name and Last Name are required. Rows with missing information are skipped and counted.{' '}
        <a
          href="/contact_template.csv"
          download="contact_template.csv"
          className="font-medium whitespace-nowrap text-accent underline-offset-2 hover:underline"
        >
          <Download aria-hidden className="mr-1 inline size-3.5 align-[-2px]" />
          Download Template
        </a>
      </p>
    </div>
  )
}

function DropZone({ onFile }: { onFile: ChosenFile['choose'] }) {
  const id = useId()
  const [isDragOver, setIsDragOver] = useState(false)
  const dragHandler = (event: DragEvent, isInside: boolean) => {
    event.preventDefault()
    setIsDragOver(isInside)
  }
  return (
    <label
      htmlFor={id}
      onDragEnter={(event) => dragHandler(event, true)}
      onDragOver={(event) => dragHandler(event, true)}
      onDragLeave={(event) => dragHandler(event, false)}
      onDrop={(event) => {
        dragHandler(event, false)
        onFile(event.dataTransfer.files[0])
      }}
      className={cx(
        'grid cursor-pointer place-items-center gap-1 rounded-lg border border-dashed px-4 py-8 text-center transition-colors',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        isDragOver ? 'border-accent bg-accent/10' : 'border-line-strong hover:bg-raised',
      )}
    >
      <Upload aria-hidden className="mb-1 size-5 text-dim" />
      <span className="font-medium">Choose a CSV or vCard file</span>
      <span className="text-[13px] text-dim">or drop it here</span>
      <input
        id={id}
        type="file"
        accept=".csv,text/csv,.vcf,text/vcard"
        className="sr-only"
        onChange={(event) => {
          onFile(event.target.files?.[0])
          // Allows choosing the same file again after it was corrected.
          event.target.value = ''
        }}
      />
    </label>
  )
}

function ChosenFileSummary({ choice, disabled }: { choice: ChosenFile; disabled: boolean }) {
  const { file, kind, rows, clear } = choice
  if (!file) return null
  return (
    <div className="flex items-center gap-3 rounded-lg border border-line px-3 py-2.5">
      <FileSpreadsheet aria-hidden className="size-5 shrink-0 text-dim" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{file.name}</p>
        <p className="text-[13px] text-dim">
          {joinPresent([formatBytes(file.size), rows === null ? null : contentText(kind, rows)])}
        </p>
      </div>
      <Button variant="ghost" size="icon-sm" aria-label="Remove the file" disabled={disabled} onClick={clear}>
        <X aria-hidden />
      </Button>
    </div>
  )
}

/** The number of contacts: `up to 1,045 rows`. */
function contentText(kind: ChosenFile['kind'], rows: number): string {
  if (kind === 'vcf') return rows === 0 ? 'no contact cards' : formatQuantity(rows, 'card', 'cards')
  return rows === 0 ? 'no rows below the header' : `up to ${formatQuantity(rows, 'row', 'rows')}`
}

function balanceText(balance: number, rows: number | null): string {
  if (balance === 0) return 'You have none left. Enrichment starts when you get more credits.'
  const tooFew = rows !== null && rows > balance
  return `You have ${formatCount(balance)}.${tooFew ? ' When they run out, the rest wait for more.' : ''}`
}

interface EnrichSwitchProps {
  rows: number | null
  enrich: boolean
  onEnrich: (enrich: boolean) => void
  disabled: boolean
}

function EnrichSwitch({ rows, enrich, onEnrich, disabled }: EnrichSwitchProps) {
  const { user } = useCurrentUser()
  const balance = useSubscription(user?.organizationId ?? null).data?.organization.credits ?? null
  const maxCost = maxCreditCost(balance, rows)
  return (
    <div>
      <Checkbox
        role="switch"
        checked={enrich}
        disabled={disabled}
        onChange={(event) => onEnrich(event.target.checked)}
        label={`Enrich and score new contacts${!maxCost || rows === null ? '' : ` (up to ${formatQuantity(maxCost, 'credit', 'credits')})`}`}
      />
      <p className="pl-8 text-[13px] text-dim">
        1 credit per match. No match, no charge.
        {balance !== null && ` ${balanceText(balance, rows)}`}
      </p>
    </div>
  )
}
