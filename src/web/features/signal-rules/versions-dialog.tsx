import type { SignalRule, SignalRuleVersion } from '#contract/signal-rules.ts'
import { useMember } from '#web/features/auth/protected.tsx'
import { memberNameOf, useMembers } from '#web/features/organization/members.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { formatMoment } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Loaded, Skeletons } from '#web/ui/loaded.tsx'
import { yieldText } from './rule-texts.ts'
import { useSaveSignalRule, useSignalRuleVersions } from './signal-rules-queries.ts'

/** The versions of a rule. Owners and admins can go back to one, which makes it the newest. */
export function VersionsDialog({ rule, onClose }: { rule: SignalRule; onClose: () => void }) {
  const versions = useSignalRuleVersions(rule.id)
  const members = useMembers()
  const save = useSaveSignalRule(rule.id)
  const canChange = useMember().role !== 'MEMBER'
  const restore = ({ name, condition, category, subtype, dateFrom, confidence, reason }: SignalRuleVersion) =>
    save.mutate({ name, condition, category, subtype, dateFrom, confidence, reason }, { onSuccess: onClose })
  return (
    <Dialog
      title={`Versions of ${rule.name}`}
      width="lg"
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {save.error && (
        <p role="alert" className="mb-2 text-sm text-red">
          {messageOf(save.error, "We couldn't restore the version. Please try again.")}
        </p>
      )}
      <Loaded
        query={versions}
        failure="We couldn't load the versions"
        isCompact
        pending={<Skeletons label="Loading versions" className="gap-2" rows={['h-16', 'h-16']} />}
      >
        {(all) => (
          <ol aria-label="Versions" className="divide-y divide-line/60">
            {all.map((version) => (
              <li key={version.version} className="flex flex-wrap items-start gap-3 py-2.5">
                <div className="min-w-0 flex-1 basis-64">
                  <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
                    <span className="wrap-anywhere">
                      v{version.version} · {version.name}
                    </span>
                    {version.version === rule.version && <Badge tone="green">Current</Badge>}
                  </p>
                  <p className="mt-1 font-mono text-[13px] wrap-anywhere [font-variant-ligatures:none]">
                    {version.condition}
                  </p>
                  <p className="mt-1 text-[13px] text-muted">{yieldText({ ...rule, ...version })}</p>
                  {version.reason && <p className="mt-1 text-[13px] text-muted">Reason: {version.reason}</p>}
                  <p className="mt-1 text-[13px] text-dim">
                    {memberNameOf(members, version.changedBy)} · {formatMoment(version.changedAt)}
                  </p>
                </div>
                {canChange && version.version !== rule.version && (
                  <Button size="row" disabled={save.isPending} onClick={() => restore(version)}>
                    Restore<span className="sr-only"> version {version.version}</span>
                  </Button>
                )}
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </Dialog>
  )
}
