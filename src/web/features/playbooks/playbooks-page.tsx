import { useQuery } from '@tanstack/react-query'
import { BookOpenCheck } from 'lucide-react'
import { useState } from 'react'
import type { Playbook } from '#contract/playbooks.ts'
import { useCurrentUser } from '#web/features/auth/auth-queries.ts'
import { useSubscription } from '#web/features/billing/subscription-queries.ts'
import { privatePage } from '#web/lib/brand.ts'
import { formatQuantity } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CategoryBadge } from '#web/ui/category.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { Loaded, Skeletons } from '#web/ui/loaded.tsx'
import { Page } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast.tsx'
import { estimatedWeeks, playbookTemplates } from './playbooks-queries.ts'

const ApplyPlaybookDialog = lazyDialog(
  async () => (await import('./apply-playbook-dialog.tsx')).ApplyPlaybookDialog,
)

const TITLE = 'Playbook Templates'
const GRID = 'gap-3 sm:grid-cols-2 xl:grid-cols-3'

export const meta = privatePage(TITLE)

/** The playbook templates, to apply to contacts. */
export default function PlaybooksPage() {
  const { user } = useCurrentUser()
  const subscription = useSubscription(user?.organizationId ?? null).data
  const canApply = subscription?.organization.subscriptionStatus === 'active'
  const templates = useQuery(playbookTemplates)
  const [chosenPlaybook, setChosenPlaybook] = useState<Playbook | null>(null)
  const selectPlaybook = (playbook: Playbook) => {
    toast({
      title: 'Playbook Selected',
      description: canApply
        ? `Choose contacts for “${playbook.name}”.`
        : `Choose a plan to use “${playbook.name}” with your contacts.`,
    })
    // Without a subscription there are no contacts to apply it to.
    if (canApply) setChosenPlaybook(playbook)
  }
  return (
    <Page title={TITLE} width="max-w-none">
      <p className="mt-1 mb-4 max-w-3xl text-sm text-muted">
        Proven steps for each life event. Apply one to a contact and each step becomes a dated task.
      </p>
      <Loaded
        query={templates}
        failure="Failed to load playbooks"
        pending={<Skeletons rows={Array(6).fill('h-44')} className={GRID} />}
      >
        {(playbooks) =>
          playbooks.length === 0 ? (
            <EmptyState icon={<BookOpenCheck />} title="No playbook templates available yet." />
          ) : (
            <ul className={`grid ${GRID}`}>
              {playbooks.map((playbook) => (
                <li key={playbook.id}>
                  <PlaybookCard playbook={playbook} onUse={() => selectPlaybook(playbook)} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {chosenPlaybook && (
        <ApplyPlaybookDialog playbook={chosenPlaybook} onClose={() => setChosenPlaybook(null)} />
      )}
    </Page>
  )
}

function PlaybookCard({ playbook, onUse }: { playbook: Playbook; onUse: () => void }) {
  const weeks = estimatedWeeks(playbook)
  return (
    <Card className="flex h-full flex-col items-start p-4">
      <CategoryBadge category={playbook.category} />
      <h2 id={`playbook-${playbook.id}`} className="mt-3 text-base">
        {playbook.name}
      </h2>
      <p className="mt-1 text-sm text-pretty text-muted">{playbook.description}</p>
      <div className="mt-auto flex w-full flex-wrap items-center justify-between gap-3 pt-4">
        <p className="text-[13px] text-dim tabular-nums">
          {formatQuantity(playbook.steps.length, 'step', 'steps')}
          {weeks !== null && ` · ${formatQuantity(weeks, 'week', 'weeks')}`}
        </p>
        <Button onClick={onUse} aria-describedby={`playbook-${playbook.id}`}>
          Use Template
        </Button>
      </div>
    </Card>
  )
}
