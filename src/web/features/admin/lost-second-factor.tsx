import { lazy, Suspense, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

const ResetDialog = lazy(async () => ({
  default: (await import('./reset-second-factor-dialog.tsx')).ResetSecondFactorDialog,
}))

/** The way back in for somebody who lost app and recovery codes. */
export function LostSecondFactor() {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  return (
    <Card role="region" aria-labelledby="lost-second-factor" className="p-4">
      <h2 id="lost-second-factor" className="text-base">
        Lost second factors
      </h2>
      <p className="mt-1 max-w-2xl text-sm text-muted">
        Turns off the second factor of an account whose owner lost phone and recovery codes. Make sure that it
        is they who ask: afterwards the mailed link alone signs them in.
      </p>
      <Button variant="danger-quiet" className="mt-3" onClick={() => setIsDialogOpen(true)}>
        Reset a second factor
      </Button>
      <Suspense fallback={null}>
        {isDialogOpen && <ResetDialog onClose={() => setIsDialogOpen(false)} />}
      </Suspense>
    </Card>
  )
}
