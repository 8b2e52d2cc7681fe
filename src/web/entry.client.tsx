import { enhancePage } from './site/enhance/enhance-page.ts'
import { isStaticPage } from './site/enhance/static-page.ts'

// Public pages need no more than this; the rest is taken over by React.
if (isStaticPage()) enhancePage()
else void import('./hydrate.tsx')
