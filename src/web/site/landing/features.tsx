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
    text: 'Import a CSV file or sync a phone. Duplicates are skipped, emails and phone numbers are checked, and a row that cannot be used is named with its reason.',
    picture: 'import-report',
    alt: 'The report of an import: how many rows were imported and skipped, and for each skipped row the reason.',
  },
  {
    title: 'Context that builds relationships',
    text: 'See the property, the work history and the addresses behind a name before you call, with the source and date of each fact.',
    picture: 'risk',
    alt: 'What is on record about one person: ownership history, fraud checks, sanctions screening and foreclosure records, each with its outcome.',
  },
  {
    title: 'Predictive power with the 9 Ds',
    text: 'A score from 0 to 100 says how likely a signal-driven move is. It names the evidence, what each piece adds, and when it fades.',
    picture: 'explanation',
    alt: 'A score taken apart: a dial with the points of each signal, the chance of a move, and what would change it.',
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
          One list, highest score first. Open a person and the reasons stand beside it: each signal, the
          record it comes from, and what it adds.
        </p>
      </div>
      <ProductPicture
        name="contacts"
        alt="The contacts of a workspace in the order of their scores, and beside them the signals of one person."
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
        Pictures of the demo workspace. All people and records in it are made up.
      </p>
    </section>
  )
}
