/** Error for a file that can't be read at all. The message is for the person who chose the file. */
export class CsvFileError extends Error {
  override name = 'CsvFileError'
}
