import { privatePage } from '#web/lib/brand.ts'
import { HistoryList } from './history-list.tsx'

export const meta = privatePage('Imports')

/** Every import, with its report, what can still be fixed and until when it can be undone. */
export default function HistoryPage() {
  return <HistoryList />
}
