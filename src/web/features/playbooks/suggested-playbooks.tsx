import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useRef } from 'react'
import type { ContactDetail } from '#contract/contacts.ts'
import type { PlaybookSuggestion } from '#contract/playbooks.ts'
import { formatDay, formatMomentDay, formatQuantity } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { CategoryBadge } from '#web/ui/category.tsx'
import { Collapsible } from '#web/ui/collapsible.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/states.tsx'
import { stepDay, suggestedPlaybooks, useApplyPlaybook } from './playbooks-queries.ts'

/** Playbooks that fit a contact's active signals, each with its reason and steps; without any, why there are none. */
export function SuggestedPlaybooks({ contact }: { contact: Pick<ContactDetail, 'id'> }) {
  const query = useQuery(suggestedPlaybooks(contact.id))
  return (
    <section aria-labelledby="suggested-playbooks" className="mb-6">
      <h3 id="suggested-playbooks" className="mb-2 flex min-h-6 items-center text-sm">
        Suggested playbooks
      </h3>
      <Loaded
        isCompact
        query={query}
        failure="We couldn't load the suggestions"
        pending={<Skeleton className="h-28" />}
      >
        {({ reason, suggestions }) => (
          <>
            {reason && <p className="text-[13px] text-dim">{reason}</p>}
            {suggestions.length > 0 && (
              <ul className="grid gap-2">
                {suggestions.map((suggestion) => (
                  <SuggestionCard
                    key={suggestion.playbook.id}
                    suggestion={suggestion}
                    contactId={contact.id}
                    isFetching={query.isFetching}
                  />
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}

interface SuggestionCardProps {
  suggestion: PlaybookSuggestion
  contactId: string
  isFetching: boolean
}

function SuggestionCard({ suggestion, contactId, isFetching }: SuggestionCardProps) {
  const { playbook, signals, why, timing, applied } = suggestion
  const wasPressed = useRef(false)
  const apply = useApplyPlaybook(() => {
    wasPressed.current = true
  })
  const nameId = `suggestion-${playbook.id}`
  const steps = playbook.steps.length
  /** Moves the focus to the text that replaces the pressed button. */
  const takeFocus = (node: HTMLElement | null) => {
    if (!node || !wasPressed.current) return
    wasPressed.current = false
    node.focus()
  }
  return (
    <li className="rounded-lg border border-line px-3 pt-2.5 pb-1">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h4 id={nameId} className="mr-auto text-sm font-medium">
          {playbook.name}
        </h4>
        <CategoryBadge category={playbook.category} />
      </div>
      <p className="mt-1.5 text-[13px] text-pretty text-muted">{why}</p>
      <p className="mt-1 text-xs text-dim">Why: {titlesOf(signals)}</p>
      <Collapsible
        className="mt-0.5"
        label={<span className="text-[13px]">{formatQuantity(steps, 'step', 'steps')}</span>}
        aside={`${formatDay(timing.firstStepOn)} – ${formatDay(timing.lastStepOn)}`}
      >
        <ol className="grid gap-2">
          {playbook.steps.map((step) => (
            <li key={step.title} className="text-[13px]">
              <span className="text-xs text-dim tabular-nums">{formatDay(stepDay(suggestion, step))}</span>
              <span className="block font-medium">{step.title}</span>
              <span className="block text-pretty text-muted">{step.description}</span>
            </li>
          ))}
        </ol>
      </Collapsible>
      <div className="pb-2">
        {applied ? (
          <p ref={takeFocus} tabIndex={-1} className="flex items-center gap-1.5 text-[13px] text-muted">
            <Check aria-hidden className="size-4 shrink-0 text-green" />
            Tasks added {formatMomentDay(applied.at)} · {applied.open} open, {applied.done} done
          </p>
        ) : (
          <Button
            size="sm"
            aria-describedby={nameId}
            pending={apply.isPending || (apply.isSuccess && isFetching)}
            pendingLabel="Adding tasks..."
            onClick={() => apply.mutate({ playbook, contactIds: [contactId] })}
          >
            Add {formatQuantity(steps, 'task', 'tasks')}
          </Button>
        )}
      </div>
    </li>
  )
}

/** The distinct titles of the signals, with a count if a title repeats. */
function titlesOf(signals: PlaybookSuggestion['signals']): string {
  const counts = new Map<string, number>()
  for (const { title } of signals) counts.set(title, (counts.get(title) ?? 0) + 1)
  return [...counts].map(([title, count]) => (count > 1 ? `${title} (${count})` : title)).join('; ')
}
