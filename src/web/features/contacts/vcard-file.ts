/** `First_Last.vcf`, without the characters that file systems refuse. */
export function vCardName(contact: { firstName: string; lastName: string }): string {
  const name = `${contact.firstName}_${contact.lastName}`.replace(/[/\\:*?"<>|\s]+/g, '_')
  return `${name}.vcf`
}

/** Hands a file to the browser's downloads. */
export function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Safari reads the address a moment after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
