import { privatePage } from '#web/lib/brand.ts'
import { DataSources } from './data-sources.tsx'

export const meta = privatePage('Data sources')

/** The providers of data about people, phones, homes and records. */
export default function DataSourcesPage() {
  return <DataSources />
}
