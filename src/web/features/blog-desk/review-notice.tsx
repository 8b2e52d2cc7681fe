import { BookText } from 'lucide-react'
import type { PostReview } from '#contract/blog-desk.ts'
import { Card } from '#web/ui/card.tsx'
import { Collapsible } from '#web/ui/collapsible.tsx'

/** Review notes for an unreviewed post, and the sources of its text. */
export function ReviewNotice({ review }: { review: PostReview }) {
  const { needed, notes, sources } = review
  if (!needed && sources.length === 0) return null
  return (
    <Card role="region" aria-labelledby="review" className="mt-4 flex gap-3 p-4">
      <BookText aria-hidden className={needed ? 'size-5 shrink-0 text-orange' : 'size-5 shrink-0 text-dim'} />
      <div className="min-w-0 flex-1">
        <h2 id="review" className="text-sm leading-5 font-medium">
          {needed ? 'Review before publishing' : 'Sources of this text'}
        </h2>
        {needed &&
          notes.map((note) => (
            <p key={note} className="mt-1 text-sm text-pretty text-muted">
              {note}
            </p>
          ))}
        {sources.length > 0 && (
          <Collapsible label="Sources" aside={sources.length} className="mt-1 -mb-2">
            <ul aria-label="Sources" className="grid gap-1 text-sm">
              {sources.map(({ title, href }) => (
                <li key={href}>
                  <a
                    href={href}
                    target="_blank"
                    rel="noreferrer"
                    className="inline-block underline underline-offset-2 hover:text-text max-md:py-1.5"
                  >
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          </Collapsible>
        )}
      </div>
    </Card>
  )
}
