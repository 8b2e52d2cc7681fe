import { Button } from '#web/ui/button.tsx'

/** Call to action above testimonials and pricing. */
export function ClosingCall({ agents }: { agents: string }) {
  return (
    <section aria-labelledby="closing-call" className="py-24 text-center sm:py-32">
      <h2 id="closing-call" className="text-3xl sm:text-5xl">
        Start closing more deals
      </h2>
      <p className="mx-auto mt-4 max-w-lg text-lg text-muted">
        Import your contacts, see who's likely to move, and call with a reason. Trusted by {agents} agents.
      </p>
      <Button variant="primary" size="lg" data-action="open-login" className="mt-8">
        Get Started Now
      </Button>
    </section>
  )
}
