import type { RegistryFile } from '#contract/call-permission.ts'
import { MAX_REGISTRY_AGE_DAYS } from '#domain/compliance/call-permission.ts'
import { stateName } from '#domain/identity/address.ts'
import { parseDay } from '#domain/score/day.ts'
import { formatQuantity } from '#web/lib/format.ts'

/** `National`, `Texas`. */
export function registryName(registry: string): string {
  return registry === 'national' ? 'National' : (stateName(registry) ?? registry)
}

/** `Expires in 12 days`. @param today local day, `YYYY-MM-DD` */
export function expiryText({ asOf }: Pick<RegistryFile, 'asOf'>, today: string): string {
  const daysLeft = parseDay(asOf) + MAX_REGISTRY_AGE_DAYS - parseDay(today)
  const days = formatQuantity(Math.abs(daysLeft), 'day', 'days')
  if (daysLeft === 0) return 'Expires today'
  return daysLeft > 0 ? `Expires in ${days}` : `Expired ${days} ago`
}

/** `512 and 737`; beyond five `512, 737, 210, 830, 936 and 3 more`. */
export function areaCodesText(areaCodes: readonly string[]): string {
  const listedCodes = areaCodes.slice(0, 5)
  const moreCount = areaCodes.length - listedCodes.length
  const lastCode = moreCount > 0 ? `${moreCount} more` : listedCodes.pop()
  return listedCodes.length > 0 ? `${listedCodes.join(', ')} and ${lastCode}` : (lastCode ?? '')
}
