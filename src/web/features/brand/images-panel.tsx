import { Upload } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { BrandSettings, ImageKind } from '#contract/brand.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/card.tsx'
import { useRemoveImage, useUploadImage } from './brand-queries.ts'

const ACCEPT = '.png,.jpg,.jpeg,.webp,.avif,.svg'

/** Logo and favicon. */
export function ImagesPanel({ settings }: { settings: BrandSettings }) {
  const { logo, favicon, isIncluded } = settings
  return (
    <Panel
      title="Logo"
      text="PNG, JPEG, WebP, AVIF or SVG up to 2 MB. A logo more than twice as wide as it is tall also replaces the name."
    >
      <div className="mt-3 grid gap-4">
        <ImageRow kind="logo" label="Logo" image={logo} canRemove={logo !== null} isIncluded={isIncluded}>
          {logo && logo.faintOn.length > 0 && (
            <p className="text-[13px] text-muted">
              It's hard to see in the {logo.faintOn.join(' and the ')} theme, so we put a tile behind it
              there.
            </p>
          )}
        </ImageRow>
        <ImageRow
          kind="favicon"
          label="Favicon"
          image={favicon}
          canRemove={favicon !== null && !favicon.isDerived}
          isIncluded={isIncluded}
        >
          <p className="text-[13px] text-muted">
            {favicon?.isDerived
              ? 'Made from your logo. Upload a square image to use a different one.'
              : 'The small image in browser tabs. Use a square image.'}
          </p>
        </ImageRow>
      </div>
    </Panel>
  )
}

interface ImageRowProps {
  kind: ImageKind
  label: string
  image: { url: string } | null
  canRemove: boolean
  isIncluded: boolean
  children: ReactNode
}

function ImageRow({ kind, label, image, canRemove, isIncluded, children }: ImageRowProps) {
  const fileInput = useRef<HTMLInputElement>(null)
  const upload = useUploadImage()
  const remove = useRemoveImage()
  const name = label.toLowerCase()
  return (
    <div className="grid gap-2">
      <h3 className="text-sm">{label}</h3>
      <div className="flex flex-wrap items-center gap-3">
        {image && (
          <span className="flex gap-1.5">
            <span className="rounded-lg border border-line bg-tile-dark p-2">
              <img
                src={image.url}
                alt={`Your ${name} on a dark background`}
                className="h-8 max-w-40 object-contain"
              />
            </span>
            <span className="rounded-lg border border-line bg-tile-light p-2">
              <img
                src={image.url}
                alt={`Your ${name} on a light background`}
                className="h-8 max-w-40 object-contain"
              />
            </span>
          </span>
        )}
        <input
          ref={fileInput}
          type="file"
          accept={ACCEPT}
          aria-label={`${label} file`}
          tabIndex={-1}
          className="sr-only"
          onChange={({ target }) => {
            const file = target.files?.[0]
            target.value = ''
            if (file) upload.mutate({ kind, file })
          }}
        />
        <Button
          disabled={!isIncluded}
          pending={upload.isPending}
          pendingLabel="Uploading..."
          onClick={() => fileInput.current?.click()}
        >
          <Upload aria-hidden />
          {image ? `Replace ${name}` : `Upload ${name}`}
        </Button>
        {canRemove && (
          <Button variant="ghost" pending={remove.isPending} onClick={() => remove.mutate(kind)}>
            Remove {name}
          </Button>
        )}
      </div>
      {children}
      {upload.error && (
        <p role="alert" className="text-[13px] text-red">
          {messageOf(upload.error, "We couldn't upload the image. Try again.")}
        </p>
      )}
    </div>
  )
}
