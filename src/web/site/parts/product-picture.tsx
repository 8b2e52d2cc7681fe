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
  /** The `sizes` attribute of the image. */
  sizes: string
  className?: string
}

/** Screenshot in the visitor's theme. The other theme's image isn't displayed and so isn't loaded. */
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
