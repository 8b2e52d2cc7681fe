import { DuplicateReview } from '#web/features/review/duplicate-review.tsx'
import { privatePage } from '#web/lib/brand.ts'
import { OptOutReview } from './opt-out-review.tsx'

export const meta = privatePage('Review imports')

/** Opt-outs and possible duplicates from imports, for review. */
export default function ReviewPage() {
  return (
    <div className="grid gap-8">
      <OptOutReview />
      <section aria-labelledby="possible-duplicates">
        <h2 id="possible-duplicates" className="mb-2 text-lg">
          Possible duplicates
        </h2>
        <DuplicateReview />
      </section>
    </div>
  )
}
