import type { LicenseInput, StoredLicense } from '#contract/licenses.ts'
import { isUniqueViolation, type TenantTx } from '#server/platform/db/database.ts'

const COLUMNS = `id, state, licensed_name, license_number, license_type, brokerage_name, broker_name, broker_license_number,
  brokerage_phone, brokerage_address, notice_url`

/** True if a change failed because the member has another license for the state. */
export const isStateTaken = isUniqueViolation

/** Licenses of a member, first added first. */
export function listLicenses(tx: TenantTx, userId: string): Promise<StoredLicense[]> {
  return tx.rows<StoredLicense>(
    `select ${COLUMNS} from licenses where organization_id = $1 and user_id = $2 order by created_at, id`,
    [tx.organizationId, userId],
  )
}

/** States in which the organization's members are licensed. */
export function listStates(tx: TenantTx): Promise<string[]> {
  return tx.column<string>('select distinct state from licenses where organization_id = $1 order by state', [
    tx.organizationId,
  ])
}

/** @returns undefined if the member has a license for the state */
export function insertLicense(
  tx: TenantTx,
  userId: string,
  license: LicenseInput,
): Promise<StoredLicense | undefined> {
  return tx.row<StoredLicense>(
    `insert into licenses (organization_id, user_id, state, licensed_name, license_number, license_type, brokerage_name,
                           broker_name, broker_license_number, brokerage_phone, brokerage_address, notice_url)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     on conflict (organization_id, user_id, state) do nothing returning ${COLUMNS}`,
    [tx.organizationId, userId, ...valuesOf(license)],
  )
}

/** @returns undefined if the member has no such license @throws an error that `isStateTaken` recognizes */
export function updateLicense(
  tx: TenantTx,
  userId: string,
  id: string,
  license: LicenseInput,
): Promise<StoredLicense | undefined> {
  return tx.row<StoredLicense>(
    `update licenses set state = $4, licensed_name = $5, license_number = $6, license_type = $7, brokerage_name = $8,
            broker_name = $9, broker_license_number = $10, brokerage_phone = $11, brokerage_address = $12,
            notice_url = $13, updated_at = now()
      where organization_id = $1 and user_id = $2 and id = $3 returning ${COLUMNS}`,
    [tx.organizationId, userId, id, ...valuesOf(license)],
  )
}

/** @returns the state of the deleted license */
export function deleteLicense(tx: TenantTx, userId: string, id: string): Promise<string | undefined> {
  return tx.find<string>(
    'delete from licenses where organization_id = $1 and user_id = $2 and id = $3 returning state',
    [tx.organizationId, userId, id],
  )
}

/** @returns the number of deleted licenses */
export function deleteLicenses(tx: TenantTx, userId: string): Promise<number> {
  return tx.run('delete from licenses where organization_id = $1 and user_id = $2', [
    tx.organizationId,
    userId,
  ])
}

function valuesOf(license: LicenseInput): (string | null)[] {
  return [
    ...[license.state, license.licensedName, license.licenseNumber, license.licenseType],
    ...[license.brokerageName, license.brokerName, license.brokerLicenseNumber],
    ...[license.brokeragePhone, license.brokerageAddress, license.noticeUrl],
  ]
}
