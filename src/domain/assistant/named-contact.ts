import type { Channel } from '../compliance/outreach.ts'
import type { Category } from '../signals/categories.ts'

/** A contact as an answer names it. */
export type NamedContact = {
  id: string
  name: string
  score: number | null
  city: string | null
  state: string | null
  points: readonly { category: Category; points: number }[]
  doNotContact?: boolean
  /** Channels the contact opted out of; `doNotContact` covers all of them. */
  optedOutChannels?: readonly Channel[]
  /** The fact that the question is about, as the database has it. */
  fact?: string | null
}
