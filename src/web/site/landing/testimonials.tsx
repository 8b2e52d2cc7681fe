import type { SitePages } from '#contract/site.ts'
import { cx } from '#web/ui/class-names.ts'

interface TestimonialsProps {
  testimonials: SitePages['landing']['testimonials']
}

/** Two in the first row, three in the second. */
export function Testimonials({ testimonials }: TestimonialsProps) {
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
