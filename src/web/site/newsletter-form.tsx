import { Button } from '#web/ui/button.tsx'
import { Input } from '#web/ui/input.tsx'
import { HoneypotField } from './parts/honeypot-field.tsx'

/** Newsletter sign-up. The page's script submits it. */
export function NewsletterForm() {
  return (
    <form data-enhance="newsletter" method="post" action="/api/newsletter/subscribe" className="mt-4">
      <p className="text-sm text-muted">Why people move and how to spot it. One email a week at most.</p>
      <label htmlFor="newsletter-email" className="sr-only">
        Email for the newsletter
      </label>
      <div className="mt-3 flex gap-2 noscript:hidden">
        <Input
          id="newsletter-email"
          type="email"
          name="email"
          placeholder="you@example.com"
          autoComplete="email"
          inputMode="email"
          maxLength={254}
          className="min-w-0 flex-1"
        />
        <Button type="submit" className="min-w-27">
          Subscribe
        </Button>
      </div>
      <HoneypotField />
      <noscript>
        <p className="mt-2 text-sm text-dim">Subscribing needs JavaScript.</p>
      </noscript>
    </form>
  )
}
