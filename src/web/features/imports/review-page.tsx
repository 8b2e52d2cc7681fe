import { DuplicateReview } from '#web/features/review/duplicate-review.tsx'
import { privatePage } from '#web/lib/brand.ts'
import { OptOutReview } from './opt-out-review.tsx'

export const meta = privatePage('Review imports')

/** What files brought that a person should look at: one section below the other, each with a list of its own. */
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
