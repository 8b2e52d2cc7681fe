import type { ContactSummary } from '#contract/contacts.ts'
import { cx } from '#web/ui/class-names.ts'
import { namedRecordText } from './top-record-text.ts'

/** The record behind the top signal, with its kind, for the opened person; nothing without a record. */
export function TopRecord({ contact, className }: { contact: ContactSummary; className?: string }) {
  const text = namedRecordText(contact)
  return text && <p className={cx('truncate text-[13px] leading-5 text-muted', className)}>{text}</p>
}
