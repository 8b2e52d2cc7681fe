import {
  ArrowLeftRight,
  Ban,
  ChevronUp,
  ClipboardCheck,
  Download,
  ListChecks,
  ListPlus,
  Sparkles,
  Tag,
  Trash2,
  UserCheck,
  X,
} from 'lucide-react'
import { useState } from 'react'
import { useCurrentUser } from '#web/features/auth/auth-queries.ts'
import { useMembers } from '#web/features/organization/members.ts'
import { formatCount, formatQuantity } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { DropdownMenu, MenuItem } from '#web/ui/dropdown-menu.tsx'
import { Progress } from '#web/ui/progress.tsx'
import type { BulkCommand } from './bulk-commands.ts'
import { BulkDialogs } from './bulk-dialogs.tsx'
import { countText } from './total-text.ts'
import { useBulkActions } from './use-bulk-actions.ts'
import type { ContactsUrlState } from './use-contacts-url-state.ts'
import type { ContactSelection } from './use-selection.ts'

interface SelectionBarProps {
  selection: ContactSelection
  urlState: ContactsUrlState
  /** The list's count of matching contacts: `2418` or `1000+`. */
  total: string | null
}

/** Bulk actions on the selected contacts. Delete, export and selecting all matches are for administrators. */
export function SelectionBar({ selection, urlState, total }: SelectionBarProps) {
  const { user } = useCurrentUser()
  const isAdministrator = user !== null && user.role !== 'MEMBER'
  const members = useMembers()
  // Where several people work, Assign is about contacts. Alone, or with own records, it can only be about tasks.
  const assignsContacts = members.length > 1 && user?.access === 'all'
  const [openDialog, setOpenDialog] = useState<BulkCommand['action'] | null>(null)
  const close = () => setOpenDialog(null)
  const bulkActions = useBulkActions(selection, urlState)
  const contactsText = selectedText(selection, total)
  const matching = total === null ? null : countText(total)
  return (
    <section
      aria-label="Selected contacts"
      data-action-bar
      className="sticky bottom-3 z-20 max-md:bottom-[calc(4.25rem+env(safe-area-inset-bottom))] mx-auto mt-4 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-xl border border-line-strong bg-popover p-2 pl-3.5"
    >
      {bulkActions.running ? (
        <div className="flex min-w-56 items-center gap-3 py-1 pr-2">
          <p role="status" className="text-sm whitespace-nowrap tabular-nums">
            {bulkActions.running.label} {formatCount(bulkActions.running.done)}
          </p>
          {!selection.all && (
            <Progress
              label={bulkActions.running.label}
              value={bulkActions.running.done}
              max={selection.ids.size}
              className="flex-1"
            />
          )}
        </div>
      ) : (
        <>
          <p role="status" className="text-sm font-medium whitespace-nowrap tabular-nums">
            {contactsText} selected
          </p>
          {isAdministrator && !selection.all && matching !== null && (
            <Button size="sm" variant="ghost" onClick={selection.selectAll}>
              Select all {matching} matching
            </Button>
          )}
          {/* On phones one row of words, so that the bar covers little of the list. */}
          <div className="flex flex-wrap gap-1.5 max-sm:w-full max-sm:gap-1 max-sm:*:h-11 max-sm:*:flex-1 max-sm:*:px-1! max-sm:[&>button:not([aria-label])>svg]:hidden">
            <Button size="sm" onClick={() => setOpenDialog('enrich')}>
              <Sparkles aria-hidden />
              Enrich
            </Button>
            <Button
              size="sm"
              disabled={members.length === 0}
              onClick={() => setOpenDialog(assignsContacts ? 'owner' : 'assign')}
            >
              <UserCheck aria-hidden />
              Assign
            </Button>
            <DropdownMenu
              trigger={
                <Button size="sm">
                  <ChevronUp aria-hidden />
                  More
                </Button>
              }
            >
              {assignsContacts && (
                <MenuItem icon={<ClipboardCheck aria-hidden />} onSelect={() => setOpenDialog('assign')}>
                  Assign open tasks
                </MenuItem>
              )}
              <MenuItem icon={<ArrowLeftRight aria-hidden />} onSelect={() => setOpenDialog('origin')}>
                Change origin
              </MenuItem>
              <MenuItem icon={<Tag aria-hidden />} onSelect={() => setOpenDialog('tag')}>
                Add tag
              </MenuItem>
              <MenuItem icon={<X aria-hidden />} onSelect={() => setOpenDialog('untag')}>
                Remove tag
              </MenuItem>
              <MenuItem icon={<ListPlus aria-hidden />} onSelect={() => setOpenDialog('task')}>
                Add task
              </MenuItem>
              <MenuItem icon={<ListChecks aria-hidden />} onSelect={() => setOpenDialog('playbook')}>
                Apply playbook
              </MenuItem>
              <MenuItem danger icon={<Ban aria-hidden />} onSelect={() => setOpenDialog('doNotContact')}>
                Mark as do not contact
              </MenuItem>
            </DropdownMenu>
            {isAdministrator && (
              <>
                <Button size="sm" onClick={() => void bulkActions.exportCsv()}>
                  <Download aria-hidden />
                  Export CSV
                </Button>
                <Button size="sm" variant="danger-quiet" onClick={() => setOpenDialog('delete')}>
                  <Trash2 aria-hidden />
                  Delete
                </Button>
              </>
            )}
            <Button
              size="icon-sm"
              variant="ghost"
              aria-label="Clear selection"
              onClick={selection.clear}
              className="max-sm:absolute max-sm:top-1.5 max-sm:right-1.5 max-sm:w-11 max-sm:flex-none!"
            >
              <X aria-hidden />
            </Button>
          </div>
        </>
      )}
      <BulkDialogs
        action={openDialog}
        people={contactsText}
        onApply={(command, texts) => {
          void bulkActions.apply(command, texts)
          // Closes the dialog, so that the progress is visible.
          close()
        }}
        onClose={close}
      />
    </section>
  )
}

/** `12 contacts`; the number of matches if all are selected. */
function selectedText({ all, ids }: ContactSelection, total: string | null): string {
  if (!all) return formatQuantity(ids.size, 'contact', 'contacts')
  if (total === null) return 'All contacts'
  return total === '1' ? '1 contact' : `${countText(total)} contacts`
}
