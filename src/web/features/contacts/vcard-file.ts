/** `First_Last.vcf`, without characters that file systems reject. */
export function vCardName(contact: { firstName: string; lastName: string }): string {
  const name = `${contact.firstName}_${contact.lastName}`.replace(/[/\\:*?"<>|\s]+/g, '_')
  return `${name}.vcf`
}

/** Downloads a file in the browser. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Safari reads the URL a moment after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
