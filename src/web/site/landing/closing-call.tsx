import { openLogin } from '#web/features/auth/open-login.ts'
import { Button } from '#web/ui/button.tsx'

export function ClosingCall() {
  return (
    <section aria-labelledby="closing-call" className="py-20 text-center sm:py-28">
      <h2 id="closing-call" className="text-3xl sm:text-4xl">
        Start closing more deals
      </h2>
      <p className="mx-auto mt-3 max-w-lg text-pretty text-muted">
        Bring your contacts, see who is likely to move, and call with a reason. Trusted by 2,500+ agents.
      </p>
      <Button variant="primary" size="lg" onClick={openLogin} className="mt-8">
        Get Started Now
      </Button>
    </section>
  )
}
