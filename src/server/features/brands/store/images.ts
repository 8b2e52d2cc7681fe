import type { ImageKind } from '#contract/brand.ts'
import type { TenantTx } from '#server/platform/db/database.ts'

export type NewImage = {
  bytes: Buffer
  sha256: string
  width: number
  height: number
  faintOnDark: boolean
  faintOnLight: boolean
}

/** Stores the picture of a kind in place of an earlier one. */
export async function saveImage(
  tx: TenantTx,
  kind: ImageKind,
  image: NewImage & { isDerived: boolean },
): Promise<void> {
  const { sha256, bytes, width, height, faintOnDark, faintOnLight, isDerived } = image
  await tx.run(
    `insert into brand_images (organization_id, kind, sha256, bytes, width, height, faint_on_dark, faint_on_light, is_derived,
       created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now())
     on conflict (organization_id, kind) do update set sha256 = excluded.sha256, bytes = excluded.bytes,
       width = excluded.width, height = excluded.height, faint_on_dark = excluded.faint_on_dark,
       faint_on_light = excluded.faint_on_light, is_derived = excluded.is_derived, created_at = excluded.created_at`,
    [tx.organizationId, kind, sha256, bytes, width, height, faintOnDark, faintOnLight, isDerived],
  )
}

export function deleteImage(tx: TenantTx, kind: ImageKind): Promise<number> {
  return tx.run('delete from brand_images where organization_id = $1 and kind = $2', [
    tx.organizationId,
    kind,
  ])
}

/** Deletes a favicon that was made from the logo. */
export function deleteDerivedFavicon(tx: TenantTx): Promise<number> {
  return tx.run(`delete from brand_images where organization_id = $1 and kind = 'favicon' and is_derived`, [
    tx.organizationId,
  ])
}

/** The bytes of a kind. */
export function readImage(tx: TenantTx, kind: ImageKind): Promise<Buffer | undefined> {
  return tx.find('select bytes from brand_images where organization_id = $1 and kind = $2', [
    tx.organizationId,
    kind,
  ])
}

/** The bytes of a kind whose hash begins with these letters. */
export function findImage(tx: TenantTx, kind: ImageKind, hash: string): Promise<Buffer | undefined> {
  return tx.find(
    'select bytes from brand_images where organization_id = $1 and kind = $2 and left(sha256, length($3)) = $3',
    [tx.organizationId, kind, hash],
  )
}
