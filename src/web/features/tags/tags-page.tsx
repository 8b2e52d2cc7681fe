import { useQuery } from '@tanstack/react-query'
import { Merge, Pencil, Plus, Search, Tags, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Tag } from '#contract/tags.ts'
import type { PageHandle } from '#web/features/auth/protected.tsx'
import { privatePage } from '#web/lib/brand.ts'
import { formatCount, formatQuantity } from '#web/lib/format.ts'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/form.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { Loaded, Skeletons } from '#web/ui/loaded.tsx'
import { Page } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { TagBadge } from './tag-badge.tsx'
import type { OpenTagDialog } from './tag-dialogs.tsx'
import { contactsText, tagsQuery } from './tags-queries.ts'

const TagDialogs = lazyDialog(async () => (await import('./tag-dialogs.tsx')).TagDialogs)

export const meta = privatePage('Tags')
export const handle: PageHandle = { needs: 'subscription' }

/** With at least this many tags, the page has a search field. */
const MIN_TAGS_FOR_SEARCH = 10
/** Most tags shown at once; search finds the others. */
const MAX_SHOWN = 200

/** All tags with their number of contacts. Every member can change them. */
export default function TagsPage() {
  const tags = useQuery(tagsQuery)
  const [dialog, setDialog] = useState<OpenTagDialog | null>(null)
  return (
    <Page
      title="Tags"
      aside={
        <p className="text-sm text-dim tabular-nums">
          {tags.data && formatQuantity(tags.data.length, 'tag', 'tags')}
        </p>
      }
      actions={
        <Button variant="primary" onClick={() => setDialog({ kind: 'add' })}>
          <Plus aria-hidden />
          New tag
        </Button>
      }
    >
      <Loaded
        query={tags}
        failure="We couldn't load your tags"
        pending={<Skeletons label="Loading tags" className="mt-4 gap-2" rows={Array(6).fill('h-12')} />}
      >
        {(allTags) =>
          allTags.length === 0 ? (
            <EmptyState
              icon={<Tags />}
              title="No tags yet"
              description="Use tags to group people, for example by farm area or for a holiday card list. Labels in imported files become tags."
            />
          ) : (
            <TagList tags={allTags} onDialog={setDialog} />
          )
        }
      </Loaded>
      {dialog && <TagDialogs dialog={dialog} tags={tags.data ?? []} onClose={() => setDialog(null)} />}
    </Page>
  )
}

function TagList({ tags, onDialog }: { tags: readonly Tag[]; onDialog: (dialog: OpenTagDialog) => void }) {
  const [search, setSearch] = useState('')
  const query = search.trim().toLowerCase()
  const matches = tags.filter(({ name }) => name.toLowerCase().includes(query))
  const visibleTags = matches.slice(0, MAX_SHOWN)
  return (
    <>
      {tags.length >= MIN_TAGS_FOR_SEARCH && (
        <Field label="Search tags" hideLabel className="mt-4 max-w-sm">
          <Input
            type="search"
            placeholder="Search tags"
            leading={<Search aria-hidden />}
            value={search}
            onValue={setSearch}
          />
        </Field>
      )}
      <ul
        aria-label="Tags"
        className="mt-4 divide-y divide-line/60 rounded-lg border border-line bg-surface empty:hidden"
      >
        {visibleTags.map((tag) => (
          <TagRow key={tag.id} tag={tag} canMerge={tags.length > 1} onDialog={onDialog} />
        ))}
      </ul>
      <p role="status" className="mt-3 text-[13px] text-muted tabular-nums empty:hidden">
        {matches.length === 0 && 'No tags match your search.'}
        {matches.length > visibleTags.length &&
          `The first ${formatCount(visibleTags.length)} of ${formatCount(matches.length)}. Search to find the others.`}
      </p>
    </>
  )
}

interface TagRowProps {
  tag: Tag
  canMerge: boolean
  onDialog: (dialog: OpenTagDialog) => void
}

const ACTIONS = [
  { kind: 'edit', label: 'Edit', icon: Pencil },
  { kind: 'merge', label: 'Merge', icon: Merge },
  { kind: 'delete', label: 'Delete', icon: Trash2 },
] as const

function TagRow({ tag, canMerge, onDialog }: TagRowProps) {
  const { id, name, contacts } = tag
  return (
    <li className="flex items-center gap-x-4 py-1.5 pr-1.5 pl-4">
      <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 text-sm">
        <TagBadge tag={tag} className="text-text" />
        <Link
          to={`${urls.dashboard}?${new URLSearchParams({ tags: id })}`}
          className="inline-flex min-h-6 items-center rounded-sm text-[13px] text-muted tabular-nums hover:text-text hover:underline max-md:min-h-11"
        >
          {contactsText(contacts)}
          <span className="sr-only"> with {name}</span>
        </Link>
      </p>
      <span className="flex shrink-0">
        {ACTIONS.filter(({ kind }) => canMerge || kind !== 'merge').map(({ kind, label, icon: Icon }) => (
          <Button key={kind} variant="ghost" size="row" onClick={() => onDialog({ kind, tag })}>
            <Icon aria-hidden />
            <span className="max-sm:sr-only">{label}</span>
            <span className="sr-only"> {name}</span>
          </Button>
        ))}
      </span>
    </li>
  )
}
