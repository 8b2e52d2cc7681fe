import { privatePage } from '#web/lib/brand.ts'
import { ChangesPanel } from './changes-panel.tsx'

export const meta = privatePage('What changed')

/** Contacts whose score changed, with the reason. */
export default function ChangesPage() {
  return <ChangesPanel />
}
