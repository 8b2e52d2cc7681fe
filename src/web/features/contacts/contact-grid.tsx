import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import type { ContactSummary } from '#contract/contacts.ts'
import { Spinner } from '#web/ui/button.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { ContactCard } from './contact-card.tsx'
import { useColumnCount } from './use-column-count.ts'
import type { ContactsUrlState } from './use-contacts-url-state.ts'
import { useListPosition } from './use-list-position.ts'
import { useOffsetTop } from './use-offset-top.ts'
import type { ContactSelection } from './use-selection.ts'

const RetryLine = lazyDialog(async () => (await import('./retry-line.tsx')).RetryLine)

const ROW_GAP_PX = 12
/** Estimated height of a card with one line of badges, and of more lines; close enough that scrolling doesn't jump. */
const CARD_HEIGHT_PX = 150
const BADGE_LINE_PX = 30
const RECORD_LINE_PX = 26
const BADGES_PER_LINE = 3
/** Loads the next page this many rows before the end. */
const PREFETCH_ROWS = 4

export interface ContactGridHandle {
  /** Scrolls a card or row into view and focuses its link. */
  focusCard: (index: number) => void
}

export interface ContactListProps {
  contacts: readonly ContactSummary[]
  urlState: ContactsUrlState
  selection: ContactSelection
  hasMore: boolean
  isLoadingMore: boolean
  /** Why the next page failed to load; null without a failure. */
  loadMoreError: string | null
  onMore: () => void
  onPrefetch: (id: string) => void
  ref: RefObject<ContactGridHandle | null>
}

/** The virtualized grid of cards: only rows near the viewport are rendered. */
export function ContactGrid(props: ContactListProps) {
  const { contacts, urlState, selection, hasMore, isLoadingMore, loadMoreError, onMore, onPrefetch } = props
  const list = useRef<HTMLDivElement>(null)
  const pendingFocus = useRef<number | null>(null)
  const anchor = useRef<Anchor | null>(null)
  const lastOpen = useLastOpen(urlState.contactId)
  const saveAnchor = useCallback(() => {
    anchor.current = lastOpen.current === null ? null : anchorAt(list.current, lastOpen.current)
  }, [lastOpen])
  const columns = useColumnCount(list, saveAnchor)
  const rows = columns === null ? 0 : Math.ceil(contacts.length / columns)
  const perRow = columns ?? 1
  const contactsOf = (row: number) => contacts.slice(row * perRow, (row + 1) * perRow)
  const offset = useOffsetTop(list)

  const virtualizer = useWindowVirtualizer({
    count: rows,
    estimateSize: (row) => rowHeight(contactsOf(row)),
    gap: ROW_GAP_PX,
    overscan: 2,
    scrollMargin: offset,
    // The sticky top bar covers the window's first pixels.
    scrollPaddingStart: 64,
    scrollPaddingEnd: 16,
  })

  useListPosition(urlState, rows > 0)
  useLayoutEffect(() => {
    const savedAnchor = anchor.current
    anchor.current = null
    const index = contacts.findIndex((contact) => contact.id === savedAnchor?.contactId)
    if (!savedAnchor || columns === null || index < 0) return
    const row = virtualizer.measurementsCache[Math.floor(index / columns)]
    if (row) window.scrollTo({ top: row.start - savedAnchor.top })
    if (document.activeElement === document.body) {
      list.current?.querySelector<HTMLElement>(`[data-card="${index}"] a`)?.focus({ preventScroll: true })
    }
  }, [columns, contacts, virtualizer])

  useImperativeHandle(props.ref, () => ({
    focusCard: (index) => {
      const cardLink = list.current?.querySelector<HTMLElement>(`[data-card="${index}"] a`)
      if (cardLink) return cardLink.focus()
      pendingFocus.current = index
      virtualizer.scrollToIndex(Math.floor(index / perRow))
    },
  }))

  const visibleRows = virtualizer.getVirtualItems()
  const lastVisibleRow = visibleRows.at(-1)?.index ?? -1
  useEffect(() => {
    const canLoad = hasMore && !isLoadingMore && loadMoreError === null
    if (canLoad && rows > 0 && lastVisibleRow >= rows - PREFETCH_ROWS) onMore()
  }, [hasMore, isLoadingMore, loadMoreError, rows, lastVisibleRow, onMore])

  const onMounted = useCallback((index: number, element: HTMLElement | null) => {
    if (!element || pendingFocus.current !== index) return
    pendingFocus.current = null
    element.querySelector('a')?.focus({ preventScroll: true })
  }, [])

  return (
    <div ref={list}>
      {/* biome-ignore lint/a11y/useSemanticElements: rows of a virtual list are positioned, a ul would need to own them */}
      <div
        role="list"
        aria-label="Contacts"
        className="relative"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {visibleRows.map((row) => (
          <div
            key={row.key}
            role="presentation"
            data-index={row.index}
            ref={virtualizer.measureElement}
            className="absolute inset-x-0 top-0 grid gap-3 [contain:layout_style]"
            style={{
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
              transform: `translateY(${row.start - offset}px)`,
            }}
          >
            {contactsOf(row.index).map((contact, column) => (
              <ContactCard
                key={contact.id}
                contact={contact}
                index={row.index * perRow + column}
                isOpen={urlState.contactId === contact.id}
                isSelected={selection.has(contact.id)}
                isSelecting={selection.isActive}
                urlState={urlState}
                onToggle={selection.toggle}
                onPrefetch={onPrefetch}
                onMounted={onMounted}
              />
            ))}
          </div>
        ))}
      </div>
      {isLoadingMore && (
        <div className="grid h-14 place-items-center text-muted">
          <Spinner label="Loading more contacts" />
        </div>
      )}
      {loadMoreError !== null && !isLoadingMore && (
        <RetryLine title="We couldn't load more contacts." message={loadMoreError} onRetry={onMore} />
      )}
    </div>
  )
}

/** The contact opened last, if its card is visible. */
interface Anchor {
  contactId: string
  /** Distance of its card from the viewport's top, in pixels. */
  top: number
}

/**
 * Opening or closing the drawer changes the number of columns. The contact opened last keeps its position in the viewport
 * and gets the focus back. If its card is not visible, for example after going back restored an older position, the page
 * doesn't scroll.
 */
function anchorAt(list: HTMLElement | null, contactId: string): Anchor | null {
  const card = list?.querySelector(`[data-contact="${contactId}"]`)
  const top = card?.getBoundingClientRect().top
  return top !== undefined && top >= 0 && top <= window.innerHeight ? { contactId, top } : null
}

function useLastOpen(openId: string | null): RefObject<string | null> {
  const lastOpen = useRef(openId)
  useLayoutEffect(() => {
    if (openId) lastOpen.current = openId
  }, [openId])
  return lastOpen
}

/** Estimated height of a row until it is measured. */
function rowHeight(row: readonly ContactSummary[]): number {
  const lineCounts = row.map((contact) => {
    const { doNotContact, listed, topSignal, moved, hasRiskData, enrichedAt } = contact
    const badges = [doNotContact, listed, topSignal, moved, hasRiskData, enrichedAt].filter(Boolean).length
    return Math.max(1, Math.ceil(badges / BADGES_PER_LINE))
  })
  const record = row.some(({ topRecord }) => topRecord) ? RECORD_LINE_PX : 0
  return CARD_HEIGHT_PX + record + BADGE_LINE_PX * (Math.max(1, ...lineCounts) - 1)
}
