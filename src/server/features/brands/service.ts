import type { BrandChange, BrandSettings, ImageKind } from '#contract/brand.ts'
import type { PageBrand } from '#contract/page-services.ts'
import { includesWhiteLabel } from '#domain/billing/plans.ts'
import { accentColorsOf } from '#domain/brand/accent.ts'
import { hexOf } from '#domain/brand/oklch.ts'
import { domainOfAddress, isSenderBroken, isSenderReady, type ReadTxt } from '#domain/brand/sender-records.ts'
import { audit } from '#server/platform/audit.ts'
import { type Context, systemContext } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { createEncodingQueue } from '#server/platform/pictures/open-picture.ts'
import type { Platform } from '#server/platform/platform.ts'
import { SENDER_CHECK_MS, SENDERS_PER_SWEEP } from './limits.ts'
import { type EmailBrand, emailBrandOf, productEmails } from './service/email-brand.ts'
import { encodeFavicon, encodeLogo } from './service/encode-image.ts'
import { accentHex, faintThemes, imageUrl, pageBrandOf } from './service/page-brand.ts'
import { checkRecords, createSender, recordsOf, sealOf } from './service/sender.ts'
import * as store from './store/brands.ts'
import * as images from './store/images.ts'

type Deps = Pick<Platform, 'db' | 'events' | 'clock' | 'log' | 'secrets' | 'site' | 'mailDomain'>

const PLAN_NEEDED = 'Your own brand is part of the Enterprise plan. Contact us to switch.'

/** White label: what an organization's pages and emails show in place of the product's brand. */
export function brandsService(deps: Deps, { readTxt }: { readTxt: ReadTxt }) {
  const { db, events, clock, log, secrets, site } = deps
  const { mailDomain = domainOfAddress(site.mailboxes.support) } = deps
  const product = { name: site.brand.name, supportEmail: site.mailboxes.support }
  const encodeNext = createEncodingQueue()

  async function requireBrand(tx: TenantTx): Promise<store.BrandRow> {
    const row = await store.readBrand(tx)
    if (!row) throw notFound('Organization')
    return row
  }

  /** @throws {AppError} payment_required without white label in the plan */
  async function requireIncluded(tx: TenantTx): Promise<store.BrandRow> {
    const row = await requireBrand(tx)
    if (!includesWhiteLabel(row)) throw new AppError('payment_required', PLAN_NEEDED)
    return row
  }

  /** The brand that is shown; null for an organization without one, or without white label in its plan. */
  async function findShown(organizationId: OrganizationId): Promise<store.BrandRow | null> {
    const row = await db.tenant(organizationId, store.readBrand)
    return row && includesWhiteLabel(row) && !isEmpty(row) ? row : null
  }

  function toSettings(row: store.BrandRow): BrandSettings {
    const accent = accentHex(row.accent)
    const colors = accent === null ? null : accentColorsOf(accent)
    return {
      isIncluded: includesWhiteLabel(row),
      ...{ name: row.name, supportEmail: row.supportEmail, showsPoweredBy: row.showsPoweredBy },
      ...{ emailIntro: row.emailIntro, emailSignature: row.emailSignature },
      accent,
      colors: colors && { dark: hexOf(colors.dark), light: hexOf(colors.light) },
      logo: row.logo && {
        url: imageUrl('logo', row.logo.sha256),
        ...{ width: row.logo.width, height: row.logo.height, faintOn: faintThemes(row.logo) },
      },
      favicon: row.favicon && {
        url: imageUrl('favicon', row.favicon.sha256),
        ...{ width: row.favicon.width, height: row.favicon.height, isDerived: row.favicon.isDerived },
      },
      sender:
        row.senderAddress === null
          ? null
          : {
              address: row.senderAddress,
              isUsed: includesWhiteLabel(row) && row.senderVerifiedAt !== null,
              checkedAt: row.senderCheckedAt,
              records: recordsOf(row, mailDomain),
            },
    }
  }

  /** Records a change: the audit log gets what was changed, open pages and cached ones learn of it. */
  async function finish(
    tx: TenantTx,
    context: Context,
    action: string,
    details: Record<string, string | boolean>,
  ): Promise<BrandSettings> {
    await audit(tx, { ...context, action, subject: context.organizationId, details })
    events.publish(tx, context.organizationId, { type: 'organization.changed' })
    events.publishInstance(tx, { type: 'site.changed' })
    return toSettings(await requireBrand(tx))
  }

  /** Asks the DNS without holding a connection, and stores the answer. */
  async function check(context: Context): Promise<void> {
    const row = await db.tenant(context.organizationId, requireBrand)
    const address = row.senderAddress
    if (address === null) return
    const result = await checkRecords(row, mailDomain, readTxt)
    const now = clock.now()
    // A silent name server neither turns a working address off nor a new one on.
    const verifiedAt = isSenderReady(result)
      ? now
      : isSenderBroken(result) || row.senderVerifiedAt === null
        ? null
        : new Date(row.senderVerifiedAt)
    await db.tenant(context.organizationId, async (tx) => {
      if (!(await store.updateCheck(tx, address, { ...result, checkedAt: now, verifiedAt }))) return
      if ((verifiedAt === null) === (row.senderVerifiedAt === null)) return
      const details = { isUsed: verifiedAt !== null, ...result }
      await finish(tx, context, 'brand.sender-checked', details)
    })
  }

  async function replaceImage(context: Context, kind: ImageKind, file: Buffer): Promise<BrandSettings> {
    // Checked before the file is decoded, and again with the change.
    await db.tenant(context.organizationId, requireIncluded)
    const isLogo = kind === 'logo'
    const [image, favicon] = await encodeNext(() =>
      Promise.all([isLogo ? encodeLogo(file) : encodeFavicon(file), isLogo ? encodeFavicon(file) : null]),
    )
    return db.tenant(context.organizationId, async (tx) => {
      await store.lockBrand(tx)
      const { favicon: current } = await requireIncluded(tx)
      await images.saveImage(tx, kind, { ...image, isDerived: false })
      if (favicon && (!current || current.isDerived))
        await images.saveImage(tx, 'favicon', { ...favicon, isDerived: true })
      return finish(tx, context, `brand.${kind}-set`, {})
    })
  }

  return {
    get: (context: Context): Promise<BrandSettings> =>
      db.tenant(context.organizationId, async (tx) => toSettings(await requireBrand(tx))),

    /** @throws {AppError} payment_required */
    change: (context: Context, { accent, ...texts }: BrandChange): Promise<BrandSettings> =>
      db.tenant(context.organizationId, async (tx) => {
        await store.lockBrand(tx)
        const current = await requireIncluded(tx)
        const changes = accent === undefined ? texts : { ...texts, accent: accentNumber(accent) }
        await store.updateTexts(tx, { ...current, ...changes })
        const fields = Object.keys(changes).sort().join(' ')
        return finish(tx, context, 'brand.changed', { fields })
      }),

    /** @throws {AppError} payment_required, unsupported_type, invalid */
    setImage: replaceImage,

    removeImage: (context: Context, kind: ImageKind): Promise<BrandSettings> => removeImage(context, kind),

    /** Sets the address of emails and looks for its records. @throws {AppError} payment_required */
    async setSender(context: Context, address: string): Promise<BrandSettings> {
      await db.tenant(context.organizationId, requireIncluded)
      const sender = await createSender(context.organizationId, address, secrets)
      await db.tenant(context.organizationId, async (tx) => {
        await store.lockBrand(tx)
        const { senderAddress, senderVerifiedAt } = await requireIncluded(tx)
        // The key stays for another address of the domain, so that its record stays valid.
        if (senderAddress && domainOfAddress(senderAddress) === domainOfAddress(address))
          await store.updateSenderAddress(tx, address)
        else await store.updateSender(tx, sender)
        const details = { replacesVerified: senderVerifiedAt !== null }
        await finish(tx, context, 'brand.sender-set', details)
      })
      await check(context)
      return this.get(context)
    },

    /** @throws {AppError} not_found without a sender address */
    async checkSender(context: Context): Promise<BrandSettings> {
      const { senderAddress } = await db.tenant(context.organizationId, requireIncluded)
      if (senderAddress === null) throw notFound('Sender address')
      await check(context)
      return this.get(context)
    },

    removeSender: (context: Context): Promise<BrandSettings> =>
      db.tenant(context.organizationId, async (tx) => {
        await store.lockBrand(tx)
        await store.updateSender(tx, null)
        return finish(tx, context, 'brand.sender-removed', {})
      }),

    /** The brand that pages show; null for the product's own. */
    async brandOf(organizationId: OrganizationId | null): Promise<PageBrand | null> {
      const row = organizationId && (await findShown(organizationId))
      return row ? pageBrandOf(row, product) : null
    },

    /** The product's name as members of an organization know it. */
    async productNameOf(organizationId: OrganizationId | null): Promise<string> {
      const row = organizationId ? await findShown(organizationId) : null
      return row?.name ?? product.name
    },

    /** The brand of emails to members of an organization. */
    async emailBrandOf(organizationId: OrganizationId | null): Promise<EmailBrand> {
      const row = organizationId && (await findShown(organizationId))
      return row ? emailBrandOf(organizationId, row, { site, secrets }) : productEmails(site)
    },

    /**
     * The brand of an email to an address that may have no account: that of the domain on which it was asked for, or else of
     * the recipient's organization.
     */
    async recipientBrandOf(address: string, domain: OrganizationId | null): Promise<EmailBrand> {
      const row = await store.findRecipientBrand(db, address, domain)
      const isShown = row && includesWhiteLabel(row)
      return isShown ? emailBrandOf(row.organizationId, row, { site, secrets }) : productEmails(site)
    },

    /** A picture by the hash in its URL, for the organization that the request belongs to. */
    findImage: (organizationId: OrganizationId, kind: ImageKind, hash: string): Promise<Buffer | undefined> =>
      db.tenant(organizationId, (tx) => images.findImage(tx, kind, hash)),

    /** Encrypts all email keys with the newest key, so that older keys can be removed. */
    async resealAll(): Promise<{ resealed: number; unreadable: number }> {
      const counts = { resealed: 0, unreadable: 0 }
      for (const organizationId of await store.listUnderOtherKeys(db, secrets.keyId))
        counts[(await reseal(organizationId)) ? 'resealed' : 'unreadable'] += 1
      if (counts.unreadable > 0)
        log.error({ keys: counts.unreadable }, "Some email keys can't be read: their key is missing")
      return counts
    },

    /** Looks at the records of addresses that were not looked at for a day. */
    async checkDueSenders(): Promise<void> {
      const before = new Date(clock.now().getTime() - SENDER_CHECK_MS)
      for (const organizationId of await store.listDueSenders(db, before, SENDERS_PER_SWEEP)) {
        await check(systemContext(organizationId, 'brands.check-senders')).catch((error: Error) => {
          log.warn({ err: error, organizationId }, 'Could not check a sender address')
        })
      }
    },
  }

  /** @returns false if no key opens it */
  function reseal(organizationId: OrganizationId): Promise<boolean> {
    return db.tenant(organizationId, async (tx) => {
      const { senderKeyId, senderPrivateKey } = await requireBrand(tx)
      if (!senderKeyId || !senderPrivateKey) return true
      const previous = { keyId: senderKeyId, sealed: senderPrivateKey }
      const key = secrets.open(previous, sealOf(organizationId))
      if (!key) return false
      await store.resealSender(tx, previous, secrets.seal(key, sealOf(organizationId)))
      const context = systemContext(organizationId, 'brands.reseal-email-keys')
      await audit(tx, { ...context, action: 'brand.sender-resealed', subject: organizationId })
      return true
    })
  }

  /** Removing works without the plan, too: it only puts the product's own back. */
  function removeImage(context: Context, kind: ImageKind): Promise<BrandSettings> {
    return db.tenant(context.organizationId, async (tx) => {
      await store.lockBrand(tx)
      await images.deleteImage(tx, kind)
      if (kind === 'logo') await images.deleteDerivedFavicon(tx)
      else await deriveFavicon(tx)
      return finish(tx, context, `brand.${kind}-removed`, {})
    })
  }

  async function deriveFavicon(tx: TenantTx): Promise<void> {
    const logo = await images.readImage(tx, 'logo')
    if (!logo) return
    await images.saveImage(tx, 'favicon', { ...(await encodeFavicon(logo)), isDerived: true })
  }
}
export type BrandsService = ReturnType<typeof brandsService>

function accentNumber(hex: string | null): number | null {
  return hex === null ? null : Number.parseInt(hex.slice(1), 16)
}

function isEmpty(row: store.BrandRow): boolean {
  const { name, accent, supportEmail, emailIntro, emailSignature, senderAddress, logo, favicon } = row
  return [name, accent, supportEmail, emailIntro, emailSignature, senderAddress, logo, favicon].every(
    (value) => value === null,
  )
}
