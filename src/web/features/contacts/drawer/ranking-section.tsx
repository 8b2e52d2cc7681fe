import type { ScoreExplanation } from '#contract/score.ts'
import { evidenceText } from '#web/features/signal-rules/rule-evidence.ts'
import { DrawerSection } from './fact-list.tsx'

/** Own rules about protected traits, which change the contact's place in the list but not the score. */
export function RankingSection({ ranking }: { ranking: NonNullable<ScoreExplanation['ranking']> }) {
  return (
    <DrawerSection title="Place in the list">
      <p className="text-[13px] text-muted">
        Your list orders this contact as if the score were {ranking.score}. The score itself, filters, Today
        and exports ignore these rules.
      </p>
      <ul className="mt-2 grid gap-2">
        {ranking.signals.map(({ ruleId, name, version, evidence }) => (
          <li key={ruleId} className="rounded-lg border border-line px-3 py-2 text-[13px]">
            <p className="wrap-anywhere">
              Own rule: {name} v{version}
            </p>
            <p className="mt-1 text-muted wrap-anywhere">{evidenceText(evidence)}</p>
          </li>
        ))}
      </ul>
    </DrawerSection>
  )
}
