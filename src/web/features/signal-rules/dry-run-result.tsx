import type { SignalRuleDryRun } from '#contract/signal-rules.ts'
import { findVariable } from '#domain/signal-rules/variables.ts'
import { formatCount, formatDay, formatQuantity } from '#web/lib/format.ts'
import { evidenceText } from './rule-evidence.ts'

const contactsText = (count: number) => formatQuantity(count, 'contact', 'contacts')

/** Counts and examples of a dry run. */
export function DryRunResult({ result }: { result: SignalRuleDryRun }) {
  const { total, checked, matches, missing, failed, examples } = result
  return (
    <section aria-label="Dry run" className="rounded-lg border border-line p-3">
      <p className="text-sm font-medium">
        {matches === 0
          ? 'No contact matches'
          : `${contactsText(matches)} ${matches === 1 ? 'matches' : 'match'}`}
        <span className="font-normal text-muted">
          {' '}
          of{' '}
          {checked < total
            ? `the newest ${formatCount(checked)} (${formatCount(total)} in all)`
            : formatCount(checked)}
        </span>
      </p>
      {(missing.length > 0 || failed.length > 0) && (
        <ul className="mt-2 grid gap-1 text-[13px] text-muted">
          {missing.map(({ path, contacts }) => (
            <li key={path}>
              {contactsText(contacts)} can't be decided: {findVariable(path)?.text ?? path} is unknown
            </li>
          ))}
          {failed.map(({ message, contacts }) => (
            <li key={message}>
              {contactsText(contacts)} can't be decided: {message}
            </li>
          ))}
        </ul>
      )}
      {examples.length > 0 && (
        <>
          <h3 className="mt-3 text-[13px] font-medium">Examples</h3>
          <ul className="mt-1 divide-y divide-line/60">
            {examples.map(({ contactId, name, eventDate, evidence }) => (
              <li key={contactId} className="py-1.5 text-[13px]">
                <span className="font-medium wrap-anywhere">{name}</span>
                <span className="text-dim"> · {formatDay(eventDate)}</span>
                <p className="text-muted wrap-anywhere">{evidenceText(evidence)}</p>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
