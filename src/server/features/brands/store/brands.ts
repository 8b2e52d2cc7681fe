import type { RecordState, SenderCheck } from '#domain/brand/sender-records.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import type { SealedSecret } from '#server/platform/secrets.ts'

type ImageRow = { sha256: string; width: number; height: number; faintOnDark: boolean; faintOnLight: boolean }

/** The texts of a brand that an administrator writes; null means the product's own. */
export type BrandTexts = {
  name: string | null
  accent: number | null
  supportEmail: string | null
  showsPoweredBy: boolean
  emailIntro: string | null
  emailSignature: string | null
}

export type BrandRow = BrandTexts & {
  senderAddress: string | null
  senderSelector: string | null
  senderPublicKey: string | null
  senderPrivateKey: Buffer | null
  senderKeyId: string | null
  senderSpf: RecordState | null
  senderDkim: RecordState | null
  senderDmarc: RecordState | null
  senderCheckedAt: string | null
  senderVerifiedAt: string | null
  logo: ImageRow | null
  favicon: (ImageRow & { isDerived: boolean }) | null
  subscriptionPlan: string | null
  subscriptionStatus: string
}

const TEXT_COLUMNS = ['name', 'accent', 'support_email', 'shows_powered_by', 'email_intro', 'email_signature']

const imageOf = (
  kind: string,
) => `(select jsonb_build_object('sha256', i.sha256, 'width', i.width, 'height', i.height,
    'faintOnDark', i.faint_on_dark, 'faintOnLight', i.faint_on_light, 'isDerived', i.is_derived)
  from brand_images i where i.organization_id = o.id and i.kind = '${kind}')`

/** The part of a brand that emails need. */
export type EmailBrandRow = Omit<
  BrandRow,
  'senderSpf' | 'senderDkim' | 'senderDmarc' | 'senderCheckedAt' | 'logo' | 'favicon'
>

/** The brand of an email to an address, known or not, on the domain of an organization or on the product's own. */
export function findRecipientBrand(
  db: Query,
  address: string,
  site: OrganizationId | null,
): Promise<(EmailBrandRow & { organizationId: string }) | undefined> {
  return db.row('select * from find_recipient_brand($1, $2)', [address, site])
}

/** The brand of the transaction's organization with its plan; empty for one that has set none. */
export function readBrand(tx: TenantTx): Promise<BrandRow | undefined> {
  return tx.row<BrandRow>(
    `select b.name, b.accent, b.support_email, coalesce(b.shows_powered_by, true) as shows_powered_by,
            b.email_intro, b.email_signature, b.sender_address, b.sender_selector, b.sender_public_key,
            b.sender_private_key, b.sender_key_id, b.sender_spf, b.sender_dkim, b.sender_dmarc,
            b.sender_checked_at, b.sender_verified_at, ${imageOf('logo')} as logo, ${imageOf('favicon')} as favicon,
            o.subscription_plan, o.subscription_status
       from organizations o left join brands b on b.organization_id = o.id
      where o.id = $1`,
    [tx.organizationId],
  )
}

/** Adds the row of an organization and locks it, so that changes of its brand run one at a time. */
export async function lockBrand(tx: TenantTx): Promise<void> {
  await tx.run(
    `insert into brands (organization_id, updated_at) values ($1, now())
     on conflict (organization_id) do update set updated_at = excluded.updated_at`,
    [tx.organizationId],
  )
}

export async function updateTexts(tx: TenantTx, texts: BrandTexts): Promise<void> {
  const assignments = TEXT_COLUMNS.map((column, index) => `${column} = $${index + 2}`).join(', ')
  await tx.run(`update brands set ${assignments} where organization_id = $1`, [
    tx.organizationId,
    ...[texts.name, texts.accent, texts.supportEmail, texts.showsPoweredBy],
    ...[texts.emailIntro, texts.emailSignature],
  ])
}

export type NewSender = {
  address: string
  selector: string
  publicKey: string
  privateKey: Buffer
  keyId: string
}

/** Sets or removes the sender address; it counts as not looked at yet. */
export async function updateSender(tx: TenantTx, sender: NewSender | null): Promise<void> {
  await tx.run(
    `update brands set sender_address = $2, sender_selector = $3, sender_public_key = $4, sender_private_key = $5,
       sender_key_id = $6, sender_spf = null, sender_dkim = null, sender_dmarc = null, sender_checked_at = null,
       sender_verified_at = null
      where organization_id = $1`,
    [
      tx.organizationId,
      ...[sender?.address ?? null, sender?.selector ?? null, sender?.publicKey ?? null],
      ...[sender?.privateKey ?? null, sender?.keyId ?? null],
    ],
  )
}

/** Changes the address within its domain, whose key stays. */
export async function updateSenderAddress(tx: TenantTx, address: string): Promise<void> {
  await tx.run('update brands set sender_address = $2 where organization_id = $1', [
    tx.organizationId,
    address,
  ])
}

/** Stores what a look at the DNS found, unless the address changed meanwhile. */
export function updateCheck(
  tx: TenantTx,
  address: string,
  check: SenderCheck & { checkedAt: Date; verifiedAt: Date | null },
): Promise<boolean> {
  return tx.changed(
    `update brands set sender_spf = $3, sender_dkim = $4, sender_dmarc = $5, sender_checked_at = $6, sender_verified_at = $7
      where organization_id = $1 and sender_address = $2`,
    [tx.organizationId, address, check.spf, check.dkim, check.dmarc, check.checkedAt, check.verifiedAt],
  )
}

/** Organizations whose sender address was looked at before a time. */
export function listDueSenders(db: Query, before: Date, wanted: number): Promise<OrganizationId[]> {
  return db.column('select organization_id from due_brand_senders($1, $2)', [before, wanted])
}

/** Organizations whose email key is sealed with a key other than `keyId`. */
export function listUnderOtherKeys(db: Query, keyId: string): Promise<OrganizationId[]> {
  return db.column('select organization_id from brands_under_other_keys($1)', [keyId])
}

/** Stores an email key under another key, unless it changed in the meantime. */
export function resealSender(
  tx: TenantTx,
  previous: SealedSecret,
  { keyId, sealed }: SealedSecret,
): Promise<boolean> {
  return tx.changed(
    `update brands set sender_private_key = $3, sender_key_id = $4
      where organization_id = $1 and sender_private_key = $2`,
    [tx.organizationId, previous.sealed, sealed, keyId],
  )
}
