import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { assignTasks, type PreviousAssignment } from '#contract/tasks.ts'
import { call } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { formatQuantity } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { dismissToast, toast } from '#web/ui/toast.tsx'
import { type BulkCommand, type BulkProgress, downloadContactsCsv, runBulkCommand } from './bulk-commands.ts'
import { CONTACTS_KEY, dropContacts, loadedContactIds } from './contacts-queries.ts'
import type { ListState } from './use-contacts-url-state.ts'
import type { ContactSelection } from './use-selection.ts'
import { saveFile } from './vcard-file.ts'

/** Maximum tasks reassigned per call. */
const UNDO_BATCH_SIZE = 5000

interface BulkActionsOptions {
  selection: ContactSelection
  address: ListState
}

/** Bulk actions on the selected contacts, with progress and a toast at the end. */
export function useBulkActions({ selection, address }: BulkActionsOptions) {
  const client = useQueryClient()
  const [running, setRunning] = useState<{ label: string; done: number } | null>(null)
  const target = {
    ids: selection.ids,
    all: selection.all,
    search: address.search,
    signal: address.signal,
    reach: address.reach,
  }
  const refresh = () => client.invalidateQueries({ queryKey: CONTACTS_KEY })

  async function run(
    label: string,
    command: BulkCommand,
    onDone: (result: BulkProgress) => void,
  ): Promise<void> {
    let doneCount = 0
    setRunning({ label, done: 0 })
    try {
      const result = await runBulkCommand(target, command, ({ done, skipped }) => {
        doneCount = done
        setRunning({ label, done: done + skipped })
      })
      onDone(result)
      selection.clear()
    } catch (error) {
      toastFailure(
        doneCount === 0 ? 'No contacts were changed.' : `Stopped after ${contacts(doneCount)}.`,
        error,
      )
    } finally {
      setRunning(null)
      void refresh()
    }
  }

  async function undoAssignment(previous: readonly PreviousAssignment[]): Promise<void> {
    dismissToast()
    try {
      for (let from = 0; from < previous.length; from += UNDO_BATCH_SIZE) {
        await call(assignTasks, { body: { assignments: previous.slice(from, from + UNDO_BATCH_SIZE) } })
      }
      toast({ title: 'Assignment Undone', description: 'Tasks moved back to their previous assignees.' })
    } catch (error) {
      toastFailure("We couldn't undo the assignment.", error)
    }
    void refresh()
  }

  return {
    running,

    enrich: () =>
      run('Enriching...', { action: 'enrich' }, ({ done, skipped }) =>
        toast({
          title: done === 0 ? 'Nothing to Enrich' : 'Enrichment Started',
          description: [
            done > 0 && `We'll enrich ${contacts(done)} in the background.`,
            skipped > 0 &&
              `Skipped ${contacts(skipped)}: enriched in the last 24 hours or already in progress.`,
          ]
            .filter(Boolean)
            .join(' '),
        }),
      ),

    remove: () => {
      const removedIds = new Set(target.all ? loadedContactIds(client, address) : target.ids)
      return run('Deleting...', { action: 'delete' }, ({ done }) => {
        dropContacts(client, removedIds)
        toast({ title: 'Contacts Deleted', description: `${contacts(done)} permanently removed.` })
      })
    },

    assign: (assignedTo: string | null, name: string) =>
      run('Assigning...', { action: 'assign', assignedTo }, ({ done, previous }) =>
        toast(
          previous.length === 0
            ? { title: 'No Open Tasks', description: 'The selected contacts have no open tasks to assign.' }
            : {
                title: 'Tasks Assigned',
                description: (
                  <span className="flex flex-wrap items-center justify-between gap-2">
                    {formatQuantity(previous.length, 'task', 'tasks')} for {contacts(done)}{' '}
                    {assignedTo ? `assigned to ${name}.` : 'unassigned.'}
                    <Button size="sm" onClick={() => void undoAssignment(previous)}>
                      Undo
                    </Button>
                  </span>
                ),
              },
        ),
      ),

    async exportCsv(): Promise<void> {
      const label = 'Exporting...'
      setRunning({ label, done: 0 })
      try {
        saveFile(await downloadContactsCsv(target, (done) => setRunning({ label, done })), 'contacts.csv')
        toast({ title: 'Contacts Exported', description: 'The file contacts.csv is in your downloads.' })
      } catch (error) {
        toastFailure("We couldn't export the contacts.", error)
      } finally {
        setRunning(null)
      }
    },
  }
}

function contacts(count: number): string {
  return formatQuantity(count, 'contact', 'contacts')
}

function toastFailure(what: string, error: unknown): void {
  toast({
    title: 'Error',
    description: `${what} ${messageOf(error, 'Please try again.')}`,
    variant: 'destructive',
  })
}
