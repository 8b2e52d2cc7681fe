// every-import-resolves
// @ts-expect-error the file is missing on purpose
import { nothing } from '#contract/missing.ts'

export const missing = nothing
