import { Plus, Radar } from 'lucide-react'
import { useState } from 'react'
import type { SignalRule, SignalRuleRun } from '#contract/signal-rules.ts'
import { type PageHandle, useMember } from '#web/features/auth/protected.tsx'
import { memberNameOf, useMembers } from '#web/features/organization/members.ts'
import { privatePage } from '#web/lib/brand.ts'
import { formatDay, formatMomentDay, formatQuantity, joinPresent } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { CategoryBadge } from '#web/ui/category.tsx'
import { Checkbox } from '#web/ui/form.tsx'
import { AlertDialog } from '#web/ui/form-dialog.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { Loaded, Skeletons } from '#web/ui/loaded.tsx'
import { Page } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { traitsText, yieldText } from './rule-texts.ts'
import { useDeleteSignalRule, useSignalRules, useSwitchSignalRule } from './signal-rules-queries.ts'

const RuleDialog = lazyDialog(async () => (await import('./rule-dialog.tsx')).RuleDialog)
const SwitchOnDialog = lazyDialog(async () => (await import('./switch-on-dialog.tsx')).SwitchOnDialog)
const VersionsDialog = lazyDialog(async () => (await import('./versions-dialog.tsx')).VersionsDialog)

export const meta = privatePage('Signal rules')
export const handle: PageHandle = { needs: 'organization' }

/** The organization's own signal rules. Members read them; owners and admins change them. */
export default function SignalRulesPage() {
  const query = useSignalRules()
  const canChange = useMember().role !== 'MEMBER'
  const [isAdding, setIsAdding] = useState(false)
  return (
    <Page
      title="Signal rules"
      actions={
        canChange && (
          <Button variant="primary" onClick={() => setIsAdding(true)}>
            <Plus aria-hidden />
            New rule
          </Button>
        )
      }
    >
      <Loaded
        query={query}
        failure="We couldn't load the rules"
        pending={<Skeletons label="Loading rules" className="mt-4 gap-2" rows={Array(3).fill('h-20')} />}
      >
        {({ rules, run }) =>
          rules.length === 0 ? (
            <EmptyState
              icon={<Radar />}
              title="No rules yet"
              description="A rule finds contacts by what you know about them, such as 15 years in the home and a Sphere tag, and adds a signal to their score."
            />
          ) : (
            <>
              <p className="mt-2 text-sm text-muted">
                Contacts that meet a rule get a signal. We check them when they change and every night.
                {!canChange && ' Only owners and admins can change rules.'}
              </p>
              <RunState run={run} />
              <ul
                aria-label="Signal rules"
                className="mt-3 divide-y divide-line/60 rounded-lg border border-line bg-surface"
              >
                {rules.map((rule) => (
                  <RuleRow key={rule.id} rule={rule} canChange={canChange} />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
      {isAdding && <RuleDialog onClose={() => setIsAdding(false)} />}
    </Page>
  )
}

function RunState({ run }: { run: SignalRuleRun | null }) {
  if (!run) return null
  const undecided = run.missing + run.failed
  return (
    <p className="mt-1 text-[13px] text-dim">
      {joinPresent(
        [
          `${run.isFinished ? 'Checked' : 'Checking now:'} ${formatQuantity(run.checked, 'contact', 'contacts')}${
            run.isFinished ? ` on ${formatDay(run.day)}` : ' so far'
          }`,
          undecided > 0 &&
            `${formatQuantity(undecided, 'result', 'results')} undecided, because a value is unknown or an error occurred`,
        ].map((part) => part || null),
        ' · ',
      )}
    </p>
  )
}

function RuleRow({ rule, canChange }: { rule: SignalRule; canChange: boolean }) {
  const members = useMembers()
  const change = useSwitchSignalRule()
  const remove = useDeleteSignalRule()
  const [dialog, setDialog] = useState<'edit' | 'versions' | 'switch-on' | 'delete' | null>(null)
  const close = () => setDialog(null)
  const { id, name, version, condition, category, traits, isOn, changedBy, changedAt } = rule
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-80">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
          <span className="wrap-anywhere">{name}</span>
          <CategoryBadge category={category} />
          {traits.length > 0 && <Badge tone="orange">Ranking only: {traitsText(traits)}</Badge>}
        </p>
        <p className="mt-1 font-mono text-[13px] wrap-anywhere [font-variant-ligatures:none]">{condition}</p>
        <p className="mt-1 text-[13px] text-muted">{yieldText(rule)}</p>
        <p className="mt-0.5 text-[13px] text-dim">
          v{version} · {memberNameOf(members, changedBy)} · {formatMomentDay(changedAt)}
        </p>
      </div>
      <div className="flex items-center gap-4 max-md:w-full max-md:justify-between">
        <Checkbox
          checked={isOn}
          disabled={!canChange || change.isPending}
          onChange={() => {
            if (isOn) change.mutate({ ruleId: id, isOn: false })
            else setDialog('switch-on')
          }}
          label={
            <span className="text-sm">
              On<span className="sr-only"> {name}</span>
            </span>
          }
        />
        <div className="flex flex-wrap gap-2">
          <Button size="row" onClick={() => setDialog('versions')}>
            Versions<span className="sr-only"> of {name}</span>
          </Button>
          {canChange && (
            <>
              <Button size="row" onClick={() => setDialog('edit')}>
                Edit<span className="sr-only"> {name}</span>
              </Button>
              <Button size="row" variant="danger-quiet" onClick={() => setDialog('delete')}>
                Delete<span className="sr-only"> {name}</span>
              </Button>
            </>
          )}
        </div>
      </div>
      {dialog === 'edit' && <RuleDialog rule={rule} onClose={close} />}
      {dialog === 'versions' && <VersionsDialog rule={rule} onClose={close} />}
      {dialog === 'switch-on' && <SwitchOnDialog rule={rule} onClose={close} />}
      {dialog === 'delete' && (
        <AlertDialog
          onClose={close}
          title={`Delete ${name}?`}
          description="We withdraw its signals and score those contacts again. The versions of the rule are deleted, too."
          confirmLabel="Delete rule"
          pendingLabel="Deleting..."
          pending={remove.isPending}
          onConfirm={() => remove.mutate(rule, { onSuccess: close })}
        />
      )}
    </li>
  )
}
