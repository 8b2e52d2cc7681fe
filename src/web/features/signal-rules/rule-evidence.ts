import { findVariable } from '#domain/signal-rules/variables.ts'
import { capitalize } from '#web/lib/format.ts'

/** Values that made a rule true: `Years since the last sale: 21`. */
export function evidenceText(evidence: Readonly<Record<string, string | number | boolean | null>>): string {
  const parts = Object.entries(evidence).map(([path, value]) => {
    const label = findVariable(path)?.text ?? capitalize(path === 'lifeRecords' ? 'records' : path)
    return `${label}: ${shown(value)}`
  })
  return parts.join(' · ')
}

function shown(value: string | number | boolean | null): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'number' ? value.toLocaleString('en-US') : String(value)
}
