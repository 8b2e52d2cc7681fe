import { pageTitle } from '#web/lib/brand.ts'
import { ChangesPanel } from './changes-panel.tsx'

export function meta() {
  return [{ title: pageTitle('What changed') }, { name: 'robots', content: 'noindex' }]
}

/** Whose score rose or fell, and why. */
export default function ChangesPage() {
  return <ChangesPanel />
}
