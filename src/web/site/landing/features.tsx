import { ProductPicture } from '#web/site/parts/product-picture.tsx'
import type { PictureName } from '#web/site/parts/site-pictures.ts'

interface Feature {
  title: string
  text: string
  picture: PictureName
  alt: string
}

const FEATURES: readonly Feature[] = [
  {
    title: 'Smarter data and cleaner contacts',
    text: 'Import a CSV file or sync a phone. Duplicates are skipped, emails and phone numbers are checked, and you see why any row was skipped.',
    picture: 'import-report',
    alt: 'Import report with the number of imported and skipped rows and the reason for each skipped row.',
  },
  {
    title: 'Context that builds relationships',
    text: "See someone's property, work history and addresses before you call, with the source and date of each fact.",
    picture: 'risk',
    alt: 'Risk data for one contact: results for ownership history, fraud checks, sanctions screening and foreclosure records.',
  },
  {
    title: 'Predictive power with the 9 Ds',
    text: 'A 0–100 score shows how likely a life event is to lead to a move, with the evidence and when it expires.',
    picture: 'explanation',
    alt: 'Score explanation: a dial with the points from each signal, the chance of a move, and what would change the score.',
  },
]

export function Features() {
  return (
    <section id="features" aria-labelledby="features-title" className="scroll-mt-16 py-20 sm:py-28">
      <div className="grid items-end gap-x-16 gap-y-4 lg:grid-cols-2">
        <h2 id="features-title" className="max-w-xl text-3xl sm:text-4xl">
          See who may be about to move, and why
        </h2>
        <p className="max-w-xl text-lg text-muted lg:justify-self-end">
          One list, most likely first. Open anyone to see each signal, the record behind it, and the points it
          adds.
        </p>
      </div>
      <ProductPicture
        name="contacts"
        alt="Contact list sorted by score, with one contact's signals open beside it."
        sizes="(min-width: 80rem) 77rem, calc(100vw - 3rem)"
        className="mt-12 overflow-hidden rounded-xl border border-line max-sm:hidden"
      />
      <ul className="mt-12 grid gap-x-8 gap-y-12 lg:grid-cols-3">
        {FEATURES.map(({ title, text, picture, alt }) => (
          <li
            key={title}
            className="flex flex-col gap-6 sm:max-lg:grid sm:max-lg:grid-cols-2 sm:max-lg:gap-8"
          >
            <div className="flex-1 border-t border-line pt-6">
              <h3 className="text-lg">{title}</h3>
              <p className="mt-1.5 text-muted">{text}</p>
            </div>
            <ProductPicture
              name={picture}
              alt={alt}
              sizes="(min-width: 80rem) 24rem, (min-width: 64rem) 30vw, (min-width: 40rem) 46vw, calc(100vw - 2rem)"
              className="overflow-hidden rounded-xl border border-line"
            />
          </li>
        ))}
      </ul>
      <p className="mt-6 text-sm text-dim">
        Screenshots from the demo workspace. All people and records are fictional.
      </p>
    </section>
  )
}
