import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { assignTasks, type PreviousAssignment } from '#contract/tasks.ts'
import { call } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { formatQuantity } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { dismissToast, toast } from '#web/ui/toast.tsx'
import { exported, type Progress, type Work, workOn } from './bulk-work.ts'
import { CONTACTS_KEY, dropContacts, readOf } from './contacts-queries.ts'
import type { ListState } from './use-contacts-address.ts'
import type { ContactSelection } from './use-selection.ts'
import { saveFile } from './vcard-file.ts'

/** Most tasks that one call gives back. */
const GIVE_BACK = 5000

interface BulkWork {
  selection: ContactSelection
  address: ListState
}

/** Work on the selected contacts, with its progress, and a word at its end. */
export function useBulkWork({ selection, address }: BulkWork) {
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

  async function run(label: string, work: Work, onDone: (end: Progress) => void): Promise<void> {
    let reached = 0
    setRunning({ label, done: 0 })
    try {
      const end = await workOn(target, work, ({ done, skipped }) => {
        reached = done
        setRunning({ label, done: done + skipped })
      })
      onDone(end)
      selection.clear()
    } catch (error) {
      toastFailure(
        reached === 0 ? 'Nothing was changed.' : `Stopped after ${contacts(reached)}.`,
        messageOf(error, 'Please try again.'),
      )
    } finally {
      setRunning(null)
      void refresh()
    }
  }

  async function undoAssignment(previous: readonly PreviousAssignment[]): Promise<void> {
    dismissToast()
    try {
      for (let from = 0; from < previous.length; from += GIVE_BACK) {
        await call(assignTasks, { body: { assignments: previous.slice(from, from + GIVE_BACK) } })
      }
      toast({ title: 'Assignment Undone', description: 'The tasks are with those who had them before.' })
    } catch (error) {
      toastFailure('The assignment could not be undone.', messageOf(error, 'Please try again.'))
    }
    void refresh()
  }

  return {
    running,

    enrich: () =>
      run('Enriching...', { action: 'enrich' }, ({ done, skipped }) =>
        toast({
          title: done === 0 ? 'Nothing to Look Up' : 'Enrichment Started',
          description: [
            done > 0 && `${contacts(done)} will be looked up in the background.`,
            skipped > 0 && `${contacts(skipped)} passed over: found within a day, or under way already.`,
          ]
            .filter(Boolean)
            .join(' '),
        }),
      ),

    remove: () => {
      const gone = new Set(target.all ? readOf(client, address) : target.ids)
      return run('Deleting...', { action: 'delete' }, ({ done }) => {
        dropContacts(client, gone)
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
                    {formatQuantity(previous.length, 'task', 'tasks')} of {contacts(done)}{' '}
                    {assignedTo ? `assigned to ${name}.` : 'assigned to nobody.'}
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
        saveFile(await exported(target, (done) => setRunning({ label, done })), 'contacts.csv')
        toast({ title: 'Contacts Exported', description: 'The file contacts.csv is in your downloads.' })
      } catch (error) {
        toastFailure('The contacts could not be exported.', messageOf(error, 'Please try again.'))
      } finally {
        setRunning(null)
      }
    },
  }
}

function contacts(count: number): string {
  return formatQuantity(count, 'contact', 'contacts')
}

function toastFailure(what: string, why: string): void {
  toast({ title: 'Error', description: `${what} ${why}`, variant: 'destructive' })
}
