import { enhancePage } from './site/enhance/enhance-page.ts'

// Public pages need no more than this; the rest is taken over by React.
if (document.querySelector('script[data-static-page]')) enhancePage()
else void import('./hydrate.tsx')
