import { privatePage } from '#web/lib/brand.ts'
import { ChangesPanel } from './changes-panel.tsx'

export const meta = privatePage('What changed')

/** Whose score rose or fell, and why. */
export default function ChangesPage() {
  return <ChangesPanel />
}
