import { privatePage } from '#web/lib/brand.ts'
import { OutcomesPanel } from './outcomes-panel.tsx'

export const meta = privatePage('Outcomes')

/** Score snapshots compared with the moves that followed. */
export default function OutcomesPage() {
  return <OutcomesPanel />
}
