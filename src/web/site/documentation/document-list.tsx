import { DOCUMENT_GROUPS, type Document } from '#domain/documentation/document.ts'
import { urls } from '#web/lib/urls.ts'

/** Entry of the document list. */
export type DocumentEntry = Pick<Document, 'title' | 'slug' | 'summary' | 'group'>

export function entryOf({ title, slug, summary, group }: Document): DocumentEntry {
  return { title, slug, summary, group }
}

/** All documents with their summaries, by group. */
export function DocumentList({ entries }: { entries: readonly DocumentEntry[] }) {
  return (
    <div className="divide-y divide-line border-t border-line">
      {DOCUMENT_GROUPS.map((group) => (
        <section
          key={group}
          aria-labelledby={idOf(group)}
          className="gap-x-10 py-6 md:grid md:grid-cols-[12rem_minmax(0,1fr)]"
        >
          <h3 id={idOf(group)} className="py-3 text-base">
            {group}
          </h3>
          <ul className="grid gap-x-6 sm:grid-cols-2 xl:grid-cols-3">
            {entries
              .filter((entry) => entry.group === group)
              .map(({ slug, title, summary }) => (
                <li key={slug} className="relative -mx-3 rounded-lg p-3 hover:bg-surface">
                  <a
                    href={urls.document(slug)}
                    className="font-medium text-accent after:absolute after:inset-0 hover:underline"
                  >
                    {title}
                  </a>
                  <p className="mt-1 text-sm text-pretty text-muted">{summary}</p>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function idOf(group: string): string {
  return `group-${group.toLowerCase().replaceAll(' ', '-')}`
}
