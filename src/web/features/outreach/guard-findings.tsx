import type { ReactNode } from 'react'
import type { GuardFinding, GuardVerdict } from '#domain/compliance/outreach.ts'
import { formatQuantity } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { RULE_LABELS } from './outreach-texts.ts'

interface GuardFindingsProps {
  verdict: GuardVerdict
  /** True during the contact's calling hours. */
  isOpen: boolean
  /** Asks for the company's address while it is missing. */
  addressForm: ReactNode
  /** Leads to the member's license while it is missing. */
  licenseLink: ReactNode
  onClean: (text: string) => void
  /** Selects the words of a finding in the text. */
  onShow: (finding: GuardFinding) => void
}

/** The problems the guard found in a text, each with its words and reason. */
export function GuardFindings(props: GuardFindingsProps) {
  const { verdict, isOpen, addressForm, licenseLink, onClean, onShow } = props
  const { findings, clean } = verdict
  return (
    <div className={findings.length > 0 ? 'mt-3 rounded-lg border border-line p-3' : 'mt-2'}>
      <div className="flex flex-wrap items-center gap-2">
        <p
          role="status"
          className={
            findings.length > 0
              ? 'mr-auto text-sm font-semibold text-orange'
              : cx('text-[13px]', isOpen ? 'text-green' : 'text-muted')
          }
        >
          {findings.length > 0
            ? `${formatQuantity(findings.length, 'issue', 'issues')} to fix before you send this`
            : isOpen
              ? 'Looks good. No issues found.'
              : "No issues found, but it's outside calling hours."}
        </p>
        {clean !== null && (
          <Button size="row" onClick={() => onClean(clean)}>
            Use the cleaned-up version
          </Button>
        )}
      </div>
      {findings.length > 0 && <FindingList {...{ findings, addressForm, licenseLink, onShow }} />}
    </div>
  )
}

function FindingList({
  findings,
  addressForm,
  licenseLink,
  onShow,
}: Pick<GuardVerdict, 'findings'> & Pick<GuardFindingsProps, 'addressForm' | 'licenseLink' | 'onShow'>) {
  return (
    <ul aria-label="Issues" className="mt-1 divide-y divide-line/60">
      {findings.map((finding, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: findings have no ids and follow the text
        <li key={index} className="py-2 text-[13px]">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-medium">{RULE_LABELS[finding.rule]}</span>
            {finding.words && (
              <button
                type="button"
                className="max-w-full rounded-sm text-left break-words underline decoration-dotted underline-offset-3"
                onClick={() => onShow(finding)}
              >
                <mark className="bg-transparent text-orange">“{finding.words}”</mark>
                <span className="sr-only"> (show in the text)</span>
              </button>
            )}
          </p>
          <p className="text-muted">{finding.why}</p>
          {finding.rule === 'address-missing' && addressForm}
          {finding.rule === 'license-missing' && licenseLink}
        </li>
      ))}
    </ul>
  )
}
