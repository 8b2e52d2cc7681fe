import { enhancePage } from './site/enhance/enhance-page.ts'
import { isStaticPage } from './site/enhance/static-page.ts'

// Public pages only need this script; React hydrates all others.
if (isStaticPage()) enhancePage()
else void import('./hydrate.tsx')
