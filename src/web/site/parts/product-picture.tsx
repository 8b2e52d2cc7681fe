import { cx } from '#web/ui/class-names.ts'
import {
  PICTURE_FORMATS,
  PICTURE_THEMES,
  type PictureName,
  pictureFile,
  SITE_PICTURES,
} from './site-pictures.ts'

interface ProductPictureProps {
  name: PictureName
  alt: string
  /** Widths it is shown at, as the `sizes` of an image. */
  sizes: string
  className?: string
}

/**
 * The product as it looks in the visitor's theme. Only the picture of that theme is fetched: the other one is not
 * displayed, and both wait until they come near.
 */
export function ProductPicture({ name, alt, sizes, className }: ProductPictureProps) {
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
          srcSet={widths.map((each) => `${pictureFile(name, theme, each, format)} ${each}w`).join(', ')}
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
