import { privatePage } from '#web/lib/brand.ts'
import { DataSources } from './data-sources.tsx'

export const meta = privatePage('Data sources')

/** Where people, phones, homes and documents come from. */
export default function DataSourcesPage() {
  return <DataSources />
}
