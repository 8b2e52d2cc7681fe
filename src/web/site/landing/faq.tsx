import { ChevronDown } from 'lucide-react'
import type { SitePages } from '#contract/site.ts'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'

interface FaqProps {
  questions: SitePages['landing']['faq']
  /** Promised reply time, in hours. */
  replyHours: number
}

/** Expandable questions that work without JavaScript. */
export function Faq({ questions, replyHours }: FaqProps) {
  return (
    <section
      id="faq"
      aria-labelledby="faq-title"
      className="grid scroll-mt-16 gap-x-16 gap-y-10 border-t border-line pt-20 pb-12 sm:pt-28 lg:grid-cols-[20rem_1fr]"
    >
      <div>
        <h2 id="faq-title" className="text-3xl sm:text-4xl">
          Frequently asked questions
        </h2>
        <p className="mt-4 text-muted">Have another question? We reply within {replyHours} hours.</p>
        <Button size="lg" asChild className="mt-6">
          <a href={urls.contact}>Contact Us</a>
        </Button>
      </div>
      <div className="border-t border-line">
        {questions.map(({ question, answer }) => (
          <details key={question} className="group border-b border-line">
            <summary className="flex min-h-16 list-none items-center justify-between gap-6 py-4 [&::-webkit-details-marker]:hidden">
              <h3 className="text-lg">{question}</h3>
              <ChevronDown
                aria-hidden
                className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
              />
            </summary>
            <p className="max-w-[68ch] pb-6 text-muted">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
