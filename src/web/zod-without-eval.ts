// What `zod` is in pages. Left alone, it tries out whether it may make functions from text, which the content policy forbids and
// reports; told not to before the first schema is made, it doesn't.
import { config } from 'zod/v4'

config({ jitless: true })

export * from 'zod/v4'
