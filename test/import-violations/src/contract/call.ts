// contract-imports-domain-only
import type { Rows } from '#server/platform/db/database.ts'

export type Call = { answer: Rows }
