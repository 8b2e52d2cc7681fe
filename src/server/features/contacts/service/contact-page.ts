import type { ContactSort } from '#contract/contacts.ts'
import type { Page } from '#server/platform/page.ts'
import { MAX_EXACT_COUNT } from '../limits.ts'
import type { PlacedFilter } from '../store/filter.ts'
import type { ListedContact } from '../store/read-contacts.ts'

export type ListRequest = PlacedFilter & { sort: ContactSort; limit: number; cursor?: string }

export type ContactPage = Page<ListedContact> & {
  /** Exact count, or `1000+` for a filtered list with more contacts. */
  total: string
}

export function formatTotal(count: number, isFilteredList: boolean): string {
  return isFilteredList && count > MAX_EXACT_COUNT ? `${MAX_EXACT_COUNT}+` : String(count)
}
