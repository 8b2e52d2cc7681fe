// Replaces `zod` in pages. By default it tests whether it may compile functions from text, which the content security policy
// forbids and reports, so that is turned off before the first schema is created.
import { config } from 'zod/v4'

config({ jitless: true })

export * from 'zod/v4'
