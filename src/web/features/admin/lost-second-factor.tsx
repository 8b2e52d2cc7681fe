import { lazy, Suspense, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

const ResetDialog = lazy(async () => ({
  default: (await import('./reset-second-factor-dialog.tsx')).ResetSecondFactorDialog,
}))

/** Resets 2FA for a user who lost both the app and the recovery codes. */
export function LostSecondFactor() {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  return (
    <Card role="region" aria-labelledby="lost-second-factor" className="p-4">
      <h2 id="lost-second-factor" className="text-base">
        Reset 2FA
      </h2>
      <p className="mt-1 max-w-2xl text-sm text-muted">
        Turns off two-factor authentication for a user who lost their phone and recovery codes. Verify who is
        asking: afterwards the emailed link alone signs them in.
      </p>
      <Button variant="danger-quiet" className="mt-3" onClick={() => setIsDialogOpen(true)}>
        Reset 2FA
      </Button>
      <Suspense fallback={null}>
        {isDialogOpen && <ResetDialog onClose={() => setIsDialogOpen(false)} />}
      </Suspense>
    </Card>
  )
}
