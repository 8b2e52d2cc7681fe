declare module 'parse-address' {
  /** Only what is read here. */
  type ParsedAddress = {
    number?: string
    street?: string
    sec_unit_type?: string
    sec_unit_num?: string
    state?: string
    zip?: string
  }
  const parser: { parseLocation(text: string): ParsedAddress | null | undefined }
  export default parser
}
