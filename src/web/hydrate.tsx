import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { adoptStyleNonce } from './ui/style-nonce.ts'

// Before rendering, since the scroll lock of dialogs adds a style element that needs the page's nonce.
adoptStyleNonce()

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
