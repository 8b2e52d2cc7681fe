/** A contact from the browser's contact picker; each property has any number of values. */
export type DeviceContact = {
  name?: readonly string[]
  tel?: readonly string[]
  email?: readonly string[]
  address?: readonly { addressLine?: readonly string[] }[]
}

type ContactPicker = {
  select(properties: readonly string[], options: { multiple: boolean }): Promise<DeviceContact[]>
}

/** The device's contact picker; null in browsers without one. */
export function contactPicker(): ContactPicker | null {
  const { contacts } = navigator as Navigator & { contacts?: Partial<ContactPicker> }
  return typeof contacts?.select === 'function' ? (contacts as ContactPicker) : null
}

/** The upload form of a picked contact: the first value of each property, or an empty string. */
export function toImportContact({ name, tel, email, address }: DeviceContact) {
  return {
    name: name?.[0] ?? '',
    phone: tel?.[0] ?? '',
    email: email?.[0] ?? '',
    address: address?.[0]?.addressLine?.[0] ?? '',
  }
}
