import { pageTitle } from '#web/lib/brand.ts'
import { OutcomesPanel } from './outcomes-panel.tsx'

export function meta() {
  return [{ title: pageTitle('Outcomes') }, { name: 'robots', content: 'noindex' }]
}

/** Frozen scores beside the moves that followed. */
export default function OutcomesPage() {
  return <OutcomesPanel />
}
