import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PreviousAssignment } from '#contract/tasks.ts'
import { call } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { formatQuantity, joinPresent } from '#web/lib/format.ts'
import { toast, toastError } from '#web/ui/toast.tsx'
import { type BulkCommand, downloadContactsCsv, runBulkCommand } from './bulk-commands.ts'
import type { BulkTexts } from './bulk-dialog-props.ts'
import { CONTACTS_KEY, dropContacts, loadedContactIds } from './contacts-queries.ts'
import type { ListState } from './use-contacts-url-state.ts'
import type { ContactSelection } from './use-selection.ts'
import { saveFile } from './vcard-file.ts'

/** Maximum tasks reassigned per call. */
const UNDO_BATCH_SIZE = 5000

/** Bulk actions on the selected contacts, with progress and a toast at the end. */
export function useBulkActions(selection: ContactSelection, listState: ListState) {
  const client = useQueryClient()
  const [running, setRunning] = useState<{ label: string; done: number } | null>(null)
  const target = { ...listState, ids: selection.ids, all: selection.all }
  const refresh = () => client.invalidateQueries({ queryKey: CONTACTS_KEY })

  /** Runs an action, showing its progress, and a toast if it fails. */
  async function runTracked(
    label: string,
    action: (onProgress: (done: number) => void) => Promise<void>,
    failureOf: () => string,
  ): Promise<void> {
    const onProgress = (done: number) => setRunning({ label, done })
    onProgress(0)
    try {
      await action(onProgress)
    } catch (error) {
      toastBulkError(failureOf(), error)
    } finally {
      setRunning(null)
    }
  }

  async function undoAssignment(previous: readonly PreviousAssignment[]): Promise<void> {
    try {
      for (let from = 0; from < previous.length; from += UNDO_BATCH_SIZE) {
        await call('POST /api/tasks/assign', {
          body: { assignments: previous.slice(from, from + UNDO_BATCH_SIZE) },
        })
      }
      toast({ title: 'Assignment Undone', description: 'Tasks moved back to their previous assignees.' })
    } catch (error) {
      toastBulkError("We couldn't undo the assignment.", error)
    }
    void refresh()
  }

  return {
    running,

    /** Runs a command, showing its progress and a toast with its result. */
    async apply(command: BulkCommand, texts: BulkTexts): Promise<void> {
      const shownIds = target.all ? loadedContactIds(client, listState) : target.ids
      let doneCount = 0
      await runTracked(
        texts.running,
        async (onProgress) => {
          const result = await runBulkCommand(target, command, ({ done, skipped }) => {
            doneCount = done
            onProgress(done + skipped)
          })
          const { done, skipped, previous } = result
          if (command.action === 'delete') dropContacts(client, new Set(shownIds))
          toast({
            title: done === 0 ? (texts.unchangedTitle ?? 'Nothing to Change') : texts.title,
            description: joinPresent(
              [
                done > 0 ? `${texts.done(contactsText(done), result)}.` : null,
                skipped > 0
                  ? `Skipped ${contactsText(skipped)}${texts.skipped ? `: ${texts.skipped}` : ''}.`
                  : null,
              ],
              ' ',
            ),
            ...(previous.length > 0 && {
              action: { label: 'Undo', onClick: () => void undoAssignment(previous) },
            }),
          })
          selection.clear()
        },
        () => (doneCount === 0 ? 'No contacts were changed.' : `Stopped after ${contactsText(doneCount)}.`),
      )
      void refresh()
    },

    exportCsv: () =>
      runTracked(
        'Exporting...',
        async (onProgress) => {
          saveFile(await downloadContactsCsv(target, onProgress), 'contacts.csv')
          toast({ title: 'Contacts Exported', description: 'The file contacts.csv is in your downloads.' })
        },
        () => "We couldn't export the contacts.",
      ),
  }
}

function contactsText(count: number): string {
  return formatQuantity(count, 'contact', 'contacts')
}

function toastBulkError(text: string, error: unknown): void {
  toastError('Error', `${text} ${messageOf(error, 'Please try again.')}`)
}
