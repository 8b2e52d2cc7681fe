import { ChevronDown, ChevronUp, Plus, Route as RouteIcon } from 'lucide-react'
import { useState } from 'react'
import type { AssignmentRule } from '#contract/assignments.ts'
import { type PageHandle, useMember } from '#web/features/auth/protected.tsx'
import { memberName, useMembers } from '#web/features/organization/members.ts'
import { privatePage } from '#web/lib/brand.ts'
import { formatQuantity, joinPresent } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form.tsx'
import { AlertDialog } from '#web/ui/form-dialog.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { Loaded, Skeletons } from '#web/ui/loaded.tsx'
import { Page } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { KIND_LABELS, useChangeRule, useDeleteRule, useRules } from './assignments-queries.ts'

const RuleDialog = lazyDialog(async () => (await import('./rule-dialog.tsx')).RuleDialog)

export const meta = privatePage('Assignment rules')
export const handle: PageHandle = { needs: 'organization' }

/** The rules that assign contacts. Owners and admins manage them. */
export default function RulesPage() {
  const user = useMember()
  if (user.role === 'MEMBER')
    return (
      <Page title="Assignment rules">
        <EmptyState
          icon={<RouteIcon />}
          title="For owners and admins only"
          description="Ask an owner or admin to change how contacts are assigned."
        />
      </Page>
    )
  return <Rules />
}

function Rules() {
  const rules = useRules()
  const [isAdding, setIsAdding] = useState(false)
  return (
    <Page
      title="Assignment rules"
      actions={
        <Button variant="primary" onClick={() => setIsAdding(true)}>
          <Plus aria-hidden />
          New rule
        </Button>
      }
    >
      <Loaded
        query={rules}
        failure="We couldn't load the rules"
        pending={<Skeletons label="Loading rules" className="mt-4 gap-2" rows={Array(3).fill('h-16')} />}
      >
        {(allRules) =>
          allRules.length === 0 ? (
            <EmptyState
              icon={<RouteIcon />}
              title="No rules yet"
              description="A rule decides who gets a contact that you assign or import: members take turns, or it goes by ZIP code, to the member with the most room, or to the pond."
            />
          ) : (
            <>
              <p className="mt-2 text-sm text-muted">The first rule that fits a contact assigns it.</p>
              <ol
                aria-label="Assignment rules"
                className="mt-3 divide-y divide-line/60 rounded-lg border border-line bg-surface"
              >
                {allRules.map((rule, index) => (
                  <RuleRow key={rule.id} rule={rule} place={index + 1} count={allRules.length} />
                ))}
              </ol>
            </>
          )
        }
      </Loaded>
      {isAdding && <RuleDialog onClose={() => setIsAdding(false)} />}
    </Page>
  )
}

interface RuleRowProps {
  rule: AssignmentRule
  /** Place in the list, from 1. */
  place: number
  count: number
}

function RuleRow({ rule, place, count }: RuleRowProps) {
  const members = useMembers()
  const change = useChangeRule()
  const remove = useDeleteRule()
  const [isDeleting, setIsDeleting] = useState(false)
  const [isEditing, setIsEditing] = useState(false)
  const moveTo = (position: number) => change.mutate({ ruleId: rule.id, position })
  const nameOf = (userId: string) => {
    const member = members.find(({ id }) => id === userId)
    return member ? memberName(member) : 'Former member'
  }
  const { name, kind, zipCodes, userIds, escalateAfterHours, fallbackUserId, isOn } = rule
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
          <span className="wrap-anywhere">{name}</span>
          <Badge>{KIND_LABELS[kind]}</Badge>
        </p>
        <p className="mt-0.5 text-[13px] text-muted wrap-anywhere">
          {joinPresent(
            [
              userIds.map(nameOf).join(', '),
              kind === 'zip' ? formatQuantity(zipCodes.length, 'ZIP code', 'ZIP codes') : null,
              escalateAfterHours === null
                ? null
                : `reassigned after ${formatQuantity(escalateAfterHours, 'business hour', 'business hours')} without contact`,
              fallbackUserId && `if no one can take it: ${nameOf(fallbackUserId)}`,
            ],
            ' · ',
          )}
        </p>
      </div>
      <div className="flex items-center gap-4 max-md:w-full max-md:justify-between">
        <Checkbox
          checked={(change.isPending ? change.variables.isOn : undefined) ?? isOn}
          disabled={change.isPending}
          onChange={(event) => change.mutate({ ruleId: rule.id, isOn: event.target.checked })}
          label={
            <span className="text-sm">
              On<span className="sr-only">: {name}</span>
            </span>
          }
        />
        <div className="flex gap-1">
          <Button
            size="icon-sm"
            variant="ghost"
            aria-label={`Move ${name} up`}
            disabled={place === 1 || change.isPending}
            onClick={() => moveTo(place - 1)}
          >
            <ChevronUp aria-hidden />
          </Button>
          <Button
            size="icon-sm"
            variant="ghost"
            aria-label={`Move ${name} down`}
            disabled={place === count || change.isPending}
            onClick={() => moveTo(place + 1)}
          >
            <ChevronDown aria-hidden />
          </Button>
        </div>
        <Button size="row" onClick={() => setIsEditing(true)}>
          Edit<span className="sr-only"> {name}</span>
        </Button>
        <Button size="row" variant="danger-quiet" onClick={() => setIsDeleting(true)}>
          Delete<span className="sr-only"> {name}</span>
        </Button>
      </div>
      {isEditing && <RuleDialog rule={rule} onClose={() => setIsEditing(false)} />}
      {isDeleting && (
        <AlertDialog
          onClose={() => setIsDeleting(false)}
          title={`Delete ${name}?`}
          description="Contacts it assigned keep their owners. Its time limits no longer apply."
          confirmLabel="Delete rule"
          pendingLabel="Deleting..."
          pending={remove.isPending}
          onConfirm={() => remove.mutate(rule, { onSuccess: () => setIsDeleting(false) })}
        />
      )}
    </li>
  )
}
