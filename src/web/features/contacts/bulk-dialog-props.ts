import type { BulkCommand, BulkProgress } from './bulk-commands.ts'

export interface BulkTexts {
  /** Shown beside the progress. */
  running: string
  /** Title of the toast when contacts changed. */
  title: string
  /** Title of the toast when nothing changed. */
  unchangedTitle?: string
  /** Describes the change; `contactsText` is a count such as `12 contacts`. */
  done: (contactsText: string, result: BulkProgress) => string
  /** Why the other contacts were skipped. */
  skipped?: string
}

export interface BulkDialogProps {
  /** The size of the selection, such as `12 contacts`. */
  people: string
  onApply: (command: BulkCommand, texts: BulkTexts) => void
  onClose: () => void
}
