import type { PageHandle } from '#web/features/auth/protected.tsx'
import { privatePage } from '#web/lib/brand.ts'
import { DuplicateReview } from './duplicate-review.tsx'

export const meta = privatePage('Possible duplicates')
export const handle: PageHandle = { needs: 'subscription' }

/** Contacts that may be the same person, pair by pair. */
export default function DuplicatesPage() {
  return (
    <div className="mx-auto w-full max-w-4xl px-4 py-6 sm:px-6">
      <h1 className="mb-1 text-xl">Possible duplicates</h1>
      <DuplicateReview />
    </div>
  )
}
