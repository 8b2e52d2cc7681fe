import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ContactSummary } from '#contract/contacts.ts'
import { SUSPECTED_PAIRS_LIMIT, type SuspectedPair } from '#contract/duplicates.ts'
import { contactQuery } from '#web/features/contacts/contacts-queries.ts'
import { call } from '#web/lib/api.ts'
import { cityLine, formatCount, formatPhone, fullName, joinPresent } from '#web/lib/format.ts'
import { cursorPages } from '#web/lib/pages.ts'
import { contactsUrl } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { PagedItems } from '#web/ui/loaded.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { toast, toastFailure } from '#web/ui/toast.tsx'

const CompareDialog = lazyDialog(
  async () => (await import('#web/features/contacts/drawer/merge-dialog.tsx')).CompareDialog,
)

/** Lists suspected pairs, to merge or to mark as two people. */
export function DuplicateReview() {
  const list = useInfiniteQuery(suspectedDuplicatePages)
  const client = useQueryClient()
  const [pairToMerge, setPairToMerge] = useState<SuspectedPair | null>(null)
  const total = list.data?.pages[0]?.total ?? 0
  const empty = (
    <EmptyState
      icon={<UsersRound />}
      title="No possible duplicates"
      description="After an import or an edit, we list contacts here that may be the same person."
    />
  )
  return (
    <>
      {total > 0 && (
        <p className="mb-4 text-sm text-muted">
          {total >= SUSPECTED_PAIRS_LIMIT ? `${formatCount(total)} or more` : formatCount(total)}{' '}
          {total === 1 ? 'pair' : 'pairs'} to check. Nothing is merged until you confirm.
        </p>
      )}
      <PagedItems
        list={list}
        listName="the duplicates"
        label="Possible duplicates"
        className="grid gap-3"
        empty={empty}
      >
        {(item) => (
          <li>
            <PairCard item={item} onMerge={() => setPairToMerge(item)} />
          </li>
        )}
      </PagedItems>
      {pairToMerge && (
        <MergePair
          item={pairToMerge}
          onClose={() => {
            setPairToMerge(null)
            void client.invalidateQueries({ queryKey: DUPLICATES_KEY })
          }}
        />
      )}
    </>
  )
}

function PairCard({ item, onMerge }: { item: SuspectedPair; onMerge: () => void }) {
  const dismiss = useDismissSuspectedDuplicate(item.id)
  const names = [item.contact, item.other].map(fullName).join(' and ')
  return (
    <Card className="p-4">
      <p className="text-[13px] text-muted">{item.reason}</p>
      <div className="mt-2 grid gap-3 sm:grid-cols-2">
        <Person contact={item.contact} />
        <Person contact={item.other} />
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="primary"
          className="max-sm:h-11"
          aria-label={`Compare and merge ${names}`}
          onClick={onMerge}
        >
          Compare and merge
        </Button>
        <Button
          size="sm"
          className="max-sm:h-11"
          aria-label={`Not the same person: ${names}`}
          pending={dismiss.isPending}
          onClick={() => dismiss.mutate()}
        >
          Not the same person
        </Button>
      </div>
    </Card>
  )
}

function Person({ contact }: { contact: ContactSummary }) {
  const address = joinPresent([contact.address, cityLine(contact)])
  const contactLines = [contact.email, contact.phone && formatPhone(contact.phone), address].filter(Boolean)
  return (
    <div className="min-w-0 rounded-lg border border-line px-3 py-2 text-[13px]">
      <Link
        to={contactsUrl({ contact: contact.id })}
        className="text-sm font-medium break-words underline-offset-2 hover:underline"
      >
        {fullName(contact)}
      </Link>
      {contactLines.map((line) => (
        <p key={line} className="break-words text-muted">
          {line}
        </p>
      ))}
      {contactLines.length === 0 && <p className="text-dim">Name only</p>}
    </div>
  )
}

/** Loads the contact to keep, since the comparison needs its details. */
function MergePair({ item, onClose }: { item: SuspectedPair; onClose: () => void }) {
  const { data: keptContact } = useQuery(contactQuery(item.contact.id))
  if (!keptContact) return null
  return (
    <CompareDialog
      keptContact={keptContact}
      suspect={{ contact: item.other, reason: item.reason }}
      onClose={onClose}
    />
  )
}

const DUPLICATES_KEY = ['/api/duplicates'] as const

/** Pairs of contacts that may be one person, page by page. */
const suspectedDuplicatePages = cursorPages('GET /api/duplicates')

function useDismissSuspectedDuplicate(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call('POST /api/duplicates/{id}/dismiss', { params: { id } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: DUPLICATES_KEY })
      toast({ title: 'Kept as Two Contacts', description: "We won't suggest this pair again." })
    },
    onError: toastFailure('Not Saved', "We couldn't save the change. Please try again."),
  })
}
