import type { SitePages } from '#contract/site.ts'
import {
  PICTURE_FORMATS,
  PICTURE_THEMES,
  type PictureName,
  pictureFile,
  SITE_PICTURES,
} from '#web/site/parts/site-pictures.ts'
import { cx } from '#web/ui/class-names.ts'

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
    alt: 'Import report: every row of the file was imported.',
  },
  {
    title: 'Context that builds relationships',
    text: "See someone's property, work history and addresses before you call, with the source and date of each fact.",
    picture: 'property',
    alt: 'Property of one contact: the home, its value and equity, each fact with its source and date.',
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
/** Two in the first row, three in the second. */
export function Testimonials({ testimonials }: { testimonials: SitePages['landing']['testimonials'] }) {
  return (
    <section aria-labelledby="testimonials" className="border-t border-line py-20 sm:py-28">
      <h2 id="testimonials" className="text-3xl sm:text-4xl">
        What agents say
      </h2>
      <ul className="mt-10 grid gap-x-8 gap-y-10 md:grid-cols-2 lg:grid-cols-6">
        {testimonials.map(({ quote, author, location, initials }, index) => (
          <li
            key={author}
            className={cx(
              'border-t border-line pt-6',
              index < 2 ? 'lg:col-span-3' : 'lg:col-span-2',
              'md:max-lg:last:col-span-2',
            )}
          >
            <figure className="flex h-full flex-col gap-6">
              <blockquote
                className={cx('flex-1 text-pretty', index < 2 ? 'text-xl leading-snug' : 'text-lg')}
              >
                <p>“{quote}”</p>
              </blockquote>
              <figcaption className="flex items-center gap-3 text-sm">
                <span
                  aria-hidden
                  className="grid size-10 place-items-center rounded-full border border-line bg-raised font-semibold"
                >
                  {initials}
                </span>
                <span>
                  <span className="block font-medium">{author}</span>
                  <span className="block text-muted">{location}</span>
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ProductPictureProps {
  name: PictureName
  alt: string
  /** The `sizes` attribute of the image. */
  sizes: string
  className?: string
}

/** Screenshot in the visitor's theme. The other theme's image isn't displayed and so isn't loaded. */
function ProductPicture({ name, alt, sizes, className }: ProductPictureProps) {
  const { width, height, widths } = SITE_PICTURES[name]
  return PICTURE_THEMES.map((theme) => (
    <picture
      key={theme}
      className={cx('block', theme === 'dark' ? 'light:hidden' : 'dark:hidden', className)}
    >
      {PICTURE_FORMATS.map((format) => (
        <source
          key={format}
          type={`image/${format}`}
          srcSet={widths.map((width) => `${pictureFile(name, theme, width, format)} ${width}w`).join(', ')}
          sizes={sizes}
        />
      ))}
      <img
        src={pictureFile(name, theme, widths[0], 'webp')}
        width={width}
        height={height}
        alt={alt}
        loading="lazy"
        decoding="async"
        className="h-auto w-full"
      />
    </picture>
  ))
}
