import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { Team } from '#contract/teams.ts'
import { memberName, useMembers } from '#web/features/organization/members.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { formatQuantity, joinPresent } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Field, Input } from '#web/ui/form.tsx'
import { AlertDialog, FormDialog } from '#web/ui/form-dialog.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/states.tsx'
import { useDeleteTeam, useSaveTeam, useTeamsQuery } from './teams-queries.ts'

type OpenDialog = { kind: 'edit'; team: Team | null } | { kind: 'delete'; team: Team }

/** The teams of the organization, for owners and admins. */
export function TeamsSection() {
  const teams = useTeamsQuery()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  return (
    <section aria-labelledby="teams-heading" className="mt-8">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="teams-heading" className="text-base">
          Teams
        </h2>
        <Button onClick={() => setDialog({ kind: 'edit', team: null })}>
          <Plus aria-hidden />
          New team
        </Button>
      </div>
      <Loaded
        isCompact
        query={teams}
        failure="We couldn't load your teams"
        pending={<Skeleton className="mt-3 h-12" />}
      >
        {(allTeams) =>
          allTeams.length === 0 ? (
            <p className="mt-1 text-sm text-muted">
              No teams yet. Members of a team can share their contacts with each other.
            </p>
          ) : (
            <ul
              aria-label="Teams"
              className="mt-3 divide-y divide-line/60 rounded-lg border border-line bg-surface"
            >
              {allTeams.map((team) => (
                <TeamRow key={team.id} team={team} onDialog={setDialog} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {dialog?.kind === 'edit' && <TeamDialog team={dialog.team} onClose={() => setDialog(null)} />}
      {dialog?.kind === 'delete' && <DeleteDialog team={dialog.team} onClose={() => setDialog(null)} />}
    </section>
  )
}

function TeamRow({ team, onDialog }: { team: Team; onDialog: (dialog: OpenDialog) => void }) {
  const members = useMembers().filter(({ id }) => team.memberIds.includes(id))
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="text-sm font-medium wrap-anywhere">{team.name}</p>
        <p className="mt-0.5 text-[13px] text-muted wrap-anywhere">
          {joinPresent(
            [
              members.map(memberName).join(', ') || 'No members',
              team.contacts > 0 ? formatQuantity(team.contacts, 'contact', 'contacts') : null,
            ],
            ' · ',
          )}
        </p>
      </div>
      <div className="flex gap-2">
        <Button size="row" onClick={() => onDialog({ kind: 'edit', team })}>
          Edit<span className="sr-only"> {team.name}</span>
        </Button>
        <Button size="row" variant="danger-quiet" onClick={() => onDialog({ kind: 'delete', team })}>
          Delete<span className="sr-only"> {team.name}</span>
        </Button>
      </div>
    </li>
  )
}

function TeamDialog({ team, onClose }: { team: Team | null; onClose: () => void }) {
  const members = useMembers()
  const save = useSaveTeam()
  const [name, setName] = useState(team?.name ?? '')
  const [memberIds, setMemberIds] = useState<readonly string[]>(team?.memberIds ?? [])
  const [isMissing, setIsMissing] = useState(false)
  const submit = () => {
    if (!name.trim()) return setIsMissing(true)
    save.mutate({ ...(team ? { id: team.id } : {}), name, memberIds: [...memberIds] }, { onSuccess: onClose })
  }
  const error =
    isMissing && !name.trim()
      ? 'Enter a name for the team'
      : save.error
        ? messageOf(save.error, "We couldn't save the team. Please try again.")
        : undefined
  return (
    <FormDialog
      title={team ? 'Edit team' : 'New team'}
      verb="Save team"
      pending={save.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label="Name" required error={error}>
        <Input maxLength={80} value={name} onValue={setName} />
      </Field>
      <fieldset className="mt-4">
        <legend className="text-[13px] font-medium">Members</legend>
        <div className="mt-1 max-h-72 overflow-y-auto">
          {members.map((member) => (
            <Checkbox
              key={member.id}
              className="flex w-full py-1 max-md:min-h-11"
              checked={memberIds.includes(member.id)}
              onChange={(event) =>
                setMemberIds(
                  event.target.checked
                    ? [...memberIds, member.id]
                    : memberIds.filter((id) => id !== member.id),
                )
              }
              label={<span className="text-sm">{memberName(member)}</span>}
            />
          ))}
        </div>
      </fieldset>
    </FormDialog>
  )
}

function DeleteDialog({ team, onClose }: { team: Team; onClose: () => void }) {
  const remove = useDeleteTeam()
  return (
    <AlertDialog
      onClose={onClose}
      title={`Delete ${team.name}?`}
      description="Its contacts keep their owners. Members who see only their team's contacts lose access to those of the others."
      confirmLabel="Delete team"
      pendingLabel="Deleting..."
      pending={remove.isPending}
      onConfirm={() => remove.mutate(team, { onSuccess: onClose })}
    />
  )
}
