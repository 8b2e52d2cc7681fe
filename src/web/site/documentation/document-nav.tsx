import { DOCUMENT_GROUPS } from '#domain/documentation/document.ts'
import { urls } from '#web/lib/urls.ts'
import { cx } from '#web/ui/class-names.ts'
import type { DocumentEntry } from './document-list.tsx'

interface DocumentNavProps {
  entries: readonly Omit<DocumentEntry, 'summary'>[]
  /** Slug of the open document. */
  current: string
  label: string
}

/** Navigation with all documents by group; marks the open one. */
export function DocumentNav({ entries, current, label }: DocumentNavProps) {
  return (
    <nav aria-label={label}>
      {DOCUMENT_GROUPS.map((group) => (
        <div key={group} className="mb-6">
          <p className="mb-1 text-[13px] font-medium text-dim">{group}</p>
          <ul className="border-l border-line">
            {entries
              .filter((entry) => entry.group === group)
              .map(({ slug, title }) => (
                <li key={slug}>
                  <a
                    href={urls.document(slug)}
                    aria-current={slug === current ? 'page' : undefined}
                    className={cx(
                      '-ml-px flex min-h-11 items-center border-l py-1 pl-4 text-sm lg:min-h-8',
                      slug === current
                        ? 'border-accent font-medium text-text'
                        : 'border-transparent text-muted hover:text-text',
                    )}
                  >
                    {title}
                  </a>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

/** Links to the sections of a document. */
export function TableOfContents({ sections }: { sections: readonly { heading: string; anchor: string }[] }) {
  return (
    <nav aria-label="On this page">
      <p className="mb-2 text-[13px] font-medium text-dim">On this page</p>
      <ul className="grid">
        {sections.map(({ heading, anchor }) => (
          <li key={anchor}>
            <a
              href={`#${anchor}`}
              className="flex min-h-11 items-center py-1 text-sm text-muted hover:text-text xl:min-h-8"
            >
              {heading}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
