import { privatePage } from '#web/lib/brand.ts'
import { HistoryList } from './history-list.tsx'

export const meta = privatePage('Imports')

export default function HistoryPage() {
  return <HistoryList />
}
