/** A file that cannot be read as a whole. The message is fit to show to the person who chose the file. */
export class CsvFileError extends Error {
  override name = 'CsvFileError'
}
