import { CircleCheck, MailCheck } from 'lucide-react'
import { type MetaFunction, redirect } from 'react-router'
import { privatePage } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { pageServices } from '#web/page-services.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import type { Route } from './+types/thank-you-page'
import { PageBody } from './parts/blocks.tsx'

const VARIANTS = {
  contact: {
    icon: CircleCheck,
    heading: 'Thank You for Reaching Out!',
    text: (replyHours: number) =>
      `We received your message and sent you a confirmation by email. Our team will reply within ${replyHours} hours.`,
    nextLink: { label: 'Read the documentation', to: urls.documentation },
  },
  newsletter: {
    icon: MailCheck,
    heading: 'Welcome to Our Newsletter!',
    text: () =>
      "Thank you for subscribing. We sent you an email. Open it and confirm your address to start your subscription. If you don't see it within a few minutes, check your spam folder.",
    nextLink: { label: 'Read the blog', to: urls.blog },
  },
} as const

const MORE_PAGES = [
  { label: 'About us', to: urls.about },
  { label: 'Case studies', to: urls.caseStudies },
  { label: 'Home', to: urls.home },
] as const

/** Reads the query on the server, so the page has no waiting state. */
export function loader({ request, context }: Route.LoaderArgs) {
  const type = new URL(request.url).searchParams.get('type')
  if (type !== 'contact' && type !== 'newsletter') throw redirect(urls.home)
  return { type, replyHours: pageServices(context).site.support.replyHours } as const
}

export const meta: MetaFunction<typeof loader> = (args) =>
  privatePage(args.loaderData?.type === 'newsletter' ? 'Welcome' : 'Thank you')(args)

export default function ThankYouPage({ loaderData: { type, replyHours } }: Route.ComponentProps) {
  const { icon: Icon, heading, text, nextLink } = VARIANTS[type]
  return (
    <PageBody className="flex flex-col items-center py-24 text-center sm:py-32">
      <Icon aria-hidden className="size-11 text-green" strokeWidth={1.5} />
      <h1 className="mt-6 text-4xl leading-[1.1] tracking-[-0.025em] sm:text-5xl">{heading}</h1>
      <p className="mt-5 max-w-xl text-lg text-pretty text-muted">{text(replyHours)}</p>
      <div className="mt-10 flex flex-wrap justify-center gap-3">
        <ButtonLink variant="primary" size="lg" href={nextLink.to}>
          {nextLink.label}
        </ButtonLink>
        <ButtonLink size="lg" href={urls.pricing}>
          See the plans
        </ButtonLink>
      </div>
      <nav aria-label="More pages" className="mt-16 w-full max-w-xl border-t border-line pt-6">
        <ul className="flex flex-wrap justify-center gap-x-8">
          {MORE_PAGES.map(({ label, to }) => (
            <li key={to}>
              <a
                href={to}
                className="inline-flex min-h-11 items-center text-muted underline-offset-4 hover:text-text hover:underline"
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </PageBody>
  )
}
