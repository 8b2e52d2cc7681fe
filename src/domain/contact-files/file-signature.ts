type Signature = { bytes: number[]; kind: string }

const SIGNATURES: Signature[] = [
  { bytes: [0x50, 0x4b, 0x03, 0x04], kind: 'an Excel workbook or a ZIP archive' },
  { bytes: [0x50, 0x4b, 0x05, 0x06], kind: 'a ZIP archive' },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], kind: 'an old Excel workbook' },
  { bytes: [0x1f, 0x8b], kind: 'a compressed file (gzip)' },
  { bytes: [0x89, 0x50, 0x4e, 0x47], kind: 'a picture (PNG)' },
  { bytes: [0xff, 0xd8, 0xff], kind: 'a picture (JPEG)' },
  { bytes: [0x47, 0x49, 0x46, 0x38], kind: 'a picture (GIF)' },
  { bytes: [0x25, 0x50, 0x44, 0x46], kind: 'a PDF document' },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf], kind: 'a 7-Zip archive' },
  { bytes: [0x42, 0x5a, 0x68], kind: 'a compressed file (bzip2)' },
]

/** Real type of a file that isn't text, by its first bytes; null for possible text. */
export function foreignFileKind(start: Uint8Array): string | null {
  const signature = SIGNATURES.find(({ bytes }) => bytes.every((byte, index) => start[index] === byte))
  if (signature && !isBzipLookalike(signature, start)) return signature.kind
  const text = new TextDecoder('latin1').decode(start.subarray(0, 64)).replace(/^\u00ef\u00bb\u00bf/, '')
  if (/^\s*<(?:!doctype|html|\?xml)/i.test(text)) return 'a web page (HTML or XML)'
  return null
}

// "BZh" could begin a header; a real bzip2 file continues with a digit and the digits of pi.
function isBzipLookalike(signature: Signature, start: Uint8Array): boolean {
  return signature.kind.includes('bzip2') && start[4] !== 0x31
}
