import { Check, TriangleAlert } from 'lucide-react'
import type { DeskPost, SeoCheck } from '#contract/blog-desk.ts'
import { Card } from '#web/ui/card.tsx'
import { Collapsible } from '#web/ui/collapsible.tsx'
import { Progress } from '#web/ui/progress.tsx'

/** The SEO score by rule, with the biggest possible gains first. */
export function SeoCard({ post, stale }: { post: DeskPost; stale: boolean }) {
  const lost = ({ points, most: maxPoints }: SeoCheck) => maxPoints - points
  const open = post.checks.filter((check) => lost(check) > 0).toSorted((a, b) => lost(b) - lost(a))
  const done = post.checks.filter((check) => lost(check) <= 0)
  return (
    <Card role="region" aria-labelledby="seo" className="p-4">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="seo" className="text-sm font-medium">
          SEO score
        </h2>
        <p className="text-sm text-dim tabular-nums">
          <span className="text-lg font-semibold text-text">{post.seoScore}</span>/100
        </p>
      </div>
      <Progress value={post.seoScore} label="SEO score" className="mt-2" />
      <p className="mt-2 text-[13px] text-dim">
        {stale ? 'For the last saved version.' : 'Write for readers first, the score second.'}
      </p>
      {open.length > 0 && (
        <>
          <h3 className="mt-4 text-[13px] font-medium text-muted">What to improve</h3>
          <ul aria-label="What to improve" className="mt-1 divide-y divide-line/60">
            {open.map((check) => (
              <CheckRow key={check.id} check={check} />
            ))}
          </ul>
        </>
      )}
      {done.length > 0 && (
        <Collapsible label="Passed" aside={done.length} className="mt-2">
          <ul aria-label="Passed" className="-ml-6 divide-y divide-line/60">
            {done.map((check) => (
              <CheckRow key={check.id} check={check} />
            ))}
          </ul>
        </Collapsible>
      )}
    </Card>
  )
}

function CheckRow({ check: { label, points, most: maxPoints, advice } }: { check: SeoCheck }) {
  const Icon = points < maxPoints ? TriangleAlert : Check
  return (
    <li className="flex gap-2 py-2 text-sm">
      <Icon
        aria-hidden
        className={
          points < maxPoints ? 'mt-0.5 size-4 shrink-0 text-yellow' : 'mt-0.5 size-4 shrink-0 text-green'
        }
      />
      <div className="min-w-0 flex-1">
        <p className="flex justify-between gap-2">
          <span>{label}</span>
          <span className="shrink-0 text-dim tabular-nums">
            {points} of {maxPoints}
          </span>
        </p>
        {advice && <p className="mt-0.5 text-[13px] text-pretty text-muted">{advice}</p>}
      </div>
    </li>
  )
}
